using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The words of the API for what other projects define.</summary>
internal static class Words
{
    private static readonly string[] s_stages =
        ["list", "group", "small", "ends", "content", "media", "confirm", "links", "blocks", "ask", "done"];

    /// <summary>Returns the word for a stage of a search.</summary>
    internal static string Of(FindStage stage) => s_stages[(int)stage];

    /// <summary>Returns what the page calls an action; null if there is none.</summary>
    internal static PageAction? Of(ActionKind? action) => action switch
    {
        ActionKind.Trash => PageAction.Trash,
        ActionKind.HardLink => PageAction.Link,
        ActionKind.Reflink => PageAction.Reflink,
        ActionKind.SymbolicLink => PageAction.Symlink,
        ActionKind.Delete => PageAction.Delete,
        ActionKind.Move => PageAction.Move,
        _ => null,
    };

    /// <summary>Returns the word for how the equality of a group was verified.</summary>
    internal static string Of(Proof proof) => proof switch
    {
        Proof.Bytes => "bytes",
        Proof.Digest => "xxh3-128",
        Proof.Unstated => "unstated",
        _ => "list",
    };

    /// <summary>Returns the word for what makes folders equal; without it, the first is in the second.</summary>
    internal static string Of(FolderMatch? match) => match switch
    {
        FolderMatch.Name => "name",
        FolderMatch.Content => "content",
        _ => "contained",
    };
}
