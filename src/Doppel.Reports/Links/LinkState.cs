namespace Doppel.Reports;

/// <summary>What a symbolic link leads to in the end.</summary>
public enum LinkState : byte
{
    /// <summary>It could not be found out; a problem tells why.</summary>
    Unknown,

    /// <summary>A regular file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A FIFO, socket or device.</summary>
    Special,

    /// <summary>Nothing: what it names is not there.</summary>
    Broken,

    /// <summary>Links in a circle, or more of them in a row than the system follows.</summary>
    Loop,
}
