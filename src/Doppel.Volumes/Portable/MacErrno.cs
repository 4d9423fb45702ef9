using Doppel.Volumes.Linux;

namespace Doppel.Volumes.Portable;

/// <summary>The error numbers of macOS (errno(2)); up to 34 nearly all are those of Linux.</summary>
internal static class MacErrno
{
    /// <summary>The error of a number.</summary>
    public static VolumeError ToError(int code) => new(KindOf(code), code);

    private static VolumeErrorKind KindOf(int code) => code switch
    {
        11 => VolumeErrorKind.Other, // EDEADLK
        26 or 35 => VolumeErrorKind.Busy, // ETXTBSY, EAGAIN
        45 or 78 or 102 => VolumeErrorKind.Unsupported, // ENOTSUP, ENOSYS, EOPNOTSUPP
        >= 50 and <= 61 or 64 or 65 => VolumeErrorKind.InputOutput, // the network
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
