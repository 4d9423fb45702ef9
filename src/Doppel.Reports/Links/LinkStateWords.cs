namespace Doppel.Reports;

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
