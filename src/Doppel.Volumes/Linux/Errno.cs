namespace Doppel.Volumes;

/// <summary>Defines the Linux error numbers that matter to a search (errno(3)).</summary>
internal static class Errno
{
    internal const int NotPermitted = 1;
    internal const int NoEntry = 2;
    internal const int Interrupted = 4;
    internal const int InputOutput = 5;
    internal const int NoDeviceOrAddress = 6;
    internal const int TryAgain = 11; // F_SETLEASE if the file is open for writing
    internal const int AccessDenied = 13;
    internal const int Busy = 16;
    internal const int Exists = 17;
    internal const int OtherVolume = 18;
    internal const int NoDevice = 19;
    internal const int NotADirectory = 20;
    internal const int IsADirectory = 21;
    internal const int Invalid = 22;
    internal const int TooManyInSystem = 23;
    internal const int TooManyOpen = 24;
    internal const int NoTerminal = 25; // returned for every ioctl that a file does not support
    internal const int TextBusy = 26;
    internal const int NoSpace = 28;
    internal const int IllegalSeek = 29; // pread on files that cannot seek: FIFOs, terminals
    internal const int ReadOnly = 30;
    internal const int TooManyNames = 31;
    internal const int OutOfRange = 34; // flistxattr with a buffer that is too small
    internal const int NameTooLong = 36;
    internal const int NoSuchCall = 38;
    internal const int NotEmpty = 39;
    internal const int TooManyLinks = 40;
    internal const int BadRequest = 53; // FIEMAP with a flag that the file system does not know
    internal const int BadMessage = 74;
    internal const int IllegalBytes = 84;
    internal const int NotSupported = 95;
    internal const int NetworkDown = 100;
    internal const int NetworkUnreachable = 101;
    internal const int ConnectionReset = 104;
    internal const int NotConnected = 107;
    internal const int TimedOut = 110;
    internal const int ConnectionRefused = 111;
    internal const int HostDown = 112;
    internal const int HostUnreachable = 113;
    internal const int Stale = 116;
    internal const int NeedsCleaning = 117;
    internal const int RemoteInputOutput = 121;
    internal const int QuotaExceeded = 122;
    internal const int NoMedium = 123;
    internal const int NoKey = 126;

    internal static VolumeError ToError(int code) => new(KindOf(code), code);

    private static VolumeErrorKind KindOf(int code) => code switch
    {
        0 => VolumeErrorKind.None,
        NotPermitted or AccessDenied or NoKey => VolumeErrorKind.AccessDenied,
        NoEntry or NotADirectory or Stale => VolumeErrorKind.Vanished,
        IsADirectory or NoDeviceOrAddress or IllegalSeek => VolumeErrorKind.Changed,
        TooManyLinks => VolumeErrorKind.IsLink,
        NameTooLong => VolumeErrorKind.NameTooLong,
        IllegalBytes => VolumeErrorKind.BadName,
        InputOutput or NoDevice or RemoteInputOutput or NoMedium => VolumeErrorKind.InputOutput,
        BadMessage or NeedsCleaning => VolumeErrorKind.InputOutput, // how ext4, xfs and f2fs report broken metadata
        NetworkDown or NetworkUnreachable or ConnectionReset or NotConnected or TimedOut or ConnectionRefused
            or HostDown or HostUnreachable => VolumeErrorKind.InputOutput,
        Exists or NotEmpty => VolumeErrorKind.Exists,
        TryAgain or Busy or TextBusy => VolumeErrorKind.Busy,
        NoSpace or QuotaExceeded => VolumeErrorKind.Full,
        OtherVolume => VolumeErrorKind.OtherVolume,
        TooManyNames => VolumeErrorKind.TooManyNames,
        ReadOnly => VolumeErrorKind.ReadOnly,
        TooManyInSystem or TooManyOpen => VolumeErrorKind.TooManyOpen,
        NotSupported or NoSuchCall or NoTerminal or BadRequest => VolumeErrorKind.Unsupported,
        _ => VolumeErrorKind.Other,
    };
}
