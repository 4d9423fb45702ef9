namespace Doppel.Volumes;

/// <summary>Defines the error numbers of macOS (errno(2)). Up to 34, nearly all are the same as on Linux.</summary>
internal static class MacErrno
{
    /// <summary>Converts an error number.</summary>
    public static VolumeError ToError(int code) => new(KindOf(code), code);

    private static VolumeErrorKind KindOf(int code) => code switch
    {
        11 => VolumeErrorKind.Other, // EDEADLK
        26 or 35 => VolumeErrorKind.Busy, // ETXTBSY, EAGAIN
        45 or 78 or 102 => VolumeErrorKind.Unsupported, // ENOTSUP, ENOSYS, EOPNOTSUPP
        >= 50 and <= 61 or 64 or 65 => VolumeErrorKind.InputOutput, // network errors
        62 => VolumeErrorKind.IsLink, // ELOOP
        63 => VolumeErrorKind.NameTooLong,
        66 => VolumeErrorKind.Exists, // ENOTEMPTY
        69 => VolumeErrorKind.Full, // EDQUOT
        70 => VolumeErrorKind.Vanished, // ESTALE
        80 or 81 => VolumeErrorKind.AccessDenied, // EAUTH, ENEEDAUTH
        92 => VolumeErrorKind.BadName, // EILSEQ
        <= 34 => Errno.ToError(code).Kind,
        _ => VolumeErrorKind.Other,
    };
}
