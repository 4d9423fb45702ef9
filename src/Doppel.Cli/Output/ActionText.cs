using Doppel.Acting;
using Doppel.Cli.Values;

namespace Doppel.Cli.Output;

/// <summary>The words for what becomes of duplicates.</summary>
internal static class ActionText
{
    /// <summary>The word of a line that tells one action: "link".</summary>
    internal static string Verb(ActionKind kind) => kind switch
    {
        ActionKind.HardLink => "link",
        ActionKind.SymbolicLink => "symlink",
        ActionKind.Reflink => "reflink",
        ActionKind.Trash => "trash",
        ActionKind.Delete => "delete",
        _ => "move",
    };

    /// <summary>What has been done with names: "linked".</summary>
    internal static string Done(ActionKind kind) => kind switch
    {
        ActionKind.HardLink or ActionKind.SymbolicLink => "linked",
        ActionKind.Reflink => "now sharing blocks with their keepers",
        ActionKind.Trash => "moved to the trash",
        ActionKind.Delete => "deleted",
        _ => "moved",
    };

    /// <summary>What a run was, in a list of runs: "hard links".</summary>
    internal static string Noun(ActionKind kind) => kind switch
    {
        ActionKind.HardLink => "hard links",
        ActionKind.SymbolicLink => "symbolic links",
        ActionKind.Reflink => "reflinks",
        ActionKind.Trash => "trash",
        ActionKind.Delete => "delete",
        _ => "move",
    };

    /// <summary>What a person is asked before it is done.</summary>
    /// <param name="kind">The action.</param>
    /// <param name="names">How many names, as text: "3 names".</param>
    internal static string Question(ActionKind kind, string names) => kind switch
    {
        ActionKind.HardLink => $"Replace {names} by hard links to their keepers? Linked files change together.",
        ActionKind.SymbolicLink => $"Replace {names} by symbolic links to their keepers?",
        ActionKind.Reflink => $"Share the blocks of {names} with their keepers?",
        ActionKind.Trash => $"Move {names} to the trash?",
        ActionKind.Delete => $"Permanently delete {names}?",
        _ => $"Move {names}?",
    };

    /// <summary>What comes of the bytes of a plan; without an action, what would if they were removed.</summary>
    internal static string Promise(ActionKind? kind, long bytes) => kind switch
    {
        ActionKind.Trash => $"{SizeText.Show(bytes)} would be freed when the trash is emptied",
        ActionKind.Move => $"{SizeText.Show(bytes)} would be moved",
        _ => $"{SizeText.Show(bytes)} would be freed",
    };
}
