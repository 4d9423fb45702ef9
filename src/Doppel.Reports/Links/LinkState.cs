namespace Doppel.Reports;

/// <summary>Specifies what a symbolic link finally resolves to.</summary>
public enum LinkState : byte
{
    /// <summary>Unknown: the target could not be determined. A problem says why.</summary>
    Unknown,

    /// <summary>A regular file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A FIFO, socket or device.</summary>
    Special,

    /// <summary>Nothing: the target does not exist.</summary>
    Broken,

    /// <summary>Nothing: the links form a cycle, or there are more in a row than the system follows.</summary>
    Loop,
}
