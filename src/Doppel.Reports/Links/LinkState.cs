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

/// <summary>The words that name the state of a link.</summary>
internal static class LinkStateWords
{
    public static ReadOnlySpan<byte> Of(LinkState state) => state switch
    {
        LinkState.File => "file"u8,
        LinkState.Folder => "folder"u8,
        LinkState.Special => "special"u8,
        LinkState.Broken => "broken"u8,
        LinkState.Loop => "loop"u8,
        _ => "unknown"u8,
    };
}
