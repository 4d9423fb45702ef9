namespace Doppel.Volumes;

/// <summary>Specifies why a call on a volume failed. The values are stable: reports contain them as words.</summary>
public enum VolumeErrorKind : byte
{
    /// <summary>The call succeeded.</summary>
    None = 0,

    /// <summary>Access was denied.</summary>
    AccessDenied,

    /// <summary>The entry no longer exists.</summary>
    Vanished,

    /// <summary>The entry has changed: it has another kind, inode or size.</summary>
    Changed,

    /// <summary>The path contains a symbolic link that is not followed, or the links form a loop.</summary>
    IsLink,

    /// <summary>The name or path is longer than the system allows.</summary>
    NameTooLong,

    /// <summary>The volume cannot represent the name, such as bytes that are not UTF-8 with System.IO.</summary>
    BadName,

    /// <summary>The device or the network failed.</summary>
    InputOutput,

    /// <summary>Too many files are open.</summary>
    TooManyOpen,

    /// <summary>The content is stored elsewhere and would have to be fetched first.</summary>
    Offline,

    /// <summary>A limit of this program was reached.</summary>
    Limit,

    /// <summary>The volume does not support the operation.</summary>
    Unsupported,

    /// <summary>Any other error. See the system's error text.</summary>
    Other,

    /// <summary>An entry with the name already exists.</summary>
    Exists,

    /// <summary>Another program is using the file in a conflicting way.</summary>
    Busy,

    /// <summary>The device is full, or the user's quota is exhausted.</summary>
    Full,

    /// <summary>The two names are on different file systems or mounts.</summary>
    OtherVolume,

    /// <summary>The file already has as many hard links as its file system allows.</summary>
    TooManyNames,

    /// <summary>The file system is mounted read-only.</summary>
    ReadOnly,
}
