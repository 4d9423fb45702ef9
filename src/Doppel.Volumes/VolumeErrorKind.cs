namespace Doppel.Volumes;

/// <summary>Why a volume could not do what it was asked. Stable: reports carry these as words.</summary>
public enum VolumeErrorKind : byte
{
    /// <summary>Nothing went wrong.</summary>
    None = 0,

    /// <summary>Permission is missing.</summary>
    AccessDenied,

    /// <summary>The entry is not there any more.</summary>
    Vanished,

    /// <summary>The entry is not what it was: another kind, another inode, another size.</summary>
    Changed,

    /// <summary>A symbolic link stands where none is followed, or links run in a circle.</summary>
    IsLink,

    /// <summary>The name or path is longer than the system allows.</summary>
    NameTooLong,

    /// <summary>The name cannot be expressed by this volume, such as bytes that are not UTF-8 on System.IO.</summary>
    BadName,

    /// <summary>The device or the network failed.</summary>
    InputOutput,

    /// <summary>Too many open files.</summary>
    TooManyOpen,

    /// <summary>The content lies elsewhere and would have to be fetched first.</summary>
    Offline,

    /// <summary>A limit of this program was reached.</summary>
    Limit,

    /// <summary>The volume cannot do this.</summary>
    Unsupported,

    /// <summary>Anything else; the system's text tells.</summary>
    Other,

    /// <summary>Something stands under the name already.</summary>
    Exists,

    /// <summary>Another program uses the file in a way that stands against it.</summary>
    Busy,

    /// <summary>There is no room left, or no more is allowed to this user.</summary>
    Full,

    /// <summary>The two names lie on different file systems or mounts.</summary>
    OtherVolume,

    /// <summary>The file has as many names as its file system allows.</summary>
    TooManyNames,

    /// <summary>The file system is mounted for reading only.</summary>
    ReadOnly,
}
