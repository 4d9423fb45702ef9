namespace Doppel.Volumes;

/// <summary>Provides error texts where the system itself gave none.</summary>
internal static class VolumeErrorText
{
    internal static string Of(VolumeErrorKind kind) => kind switch
    {
        VolumeErrorKind.AccessDenied => "Permission denied",
        VolumeErrorKind.Vanished => "No such file or directory",
        VolumeErrorKind.Changed => "It changed while it was looked at",
        VolumeErrorKind.IsLink => "It is a symbolic link",
        VolumeErrorKind.NameTooLong => "The name is too long",
        VolumeErrorKind.BadName => "The name cannot be expressed here",
        VolumeErrorKind.InputOutput => "Input/output error",
        VolumeErrorKind.TooManyOpen => "Too many open files",
        VolumeErrorKind.Offline => "The content is not on this machine",
        VolumeErrorKind.Limit => "A limit of the program was reached",
        VolumeErrorKind.Unsupported => "Not supported here",
        VolumeErrorKind.Exists => "The name is taken",
        VolumeErrorKind.Busy => "Another program uses it",
        VolumeErrorKind.Full => "No room left",
        VolumeErrorKind.OtherVolume => "It lies on another file system",
        VolumeErrorKind.TooManyNames => "The file can have no more names",
        VolumeErrorKind.ReadOnly => "The file system is mounted for reading only",
        _ => "Unknown error",
    };
}
