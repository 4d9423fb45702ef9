namespace Doppel.Acting;

/// <summary>Specifies what happens to a duplicate.</summary>
public enum ActionKind
{
    /// <summary>Its names become hard links to the keeper.</summary>
    HardLink,

    /// <summary>Its names become symbolic links to the keeper.</summary>
    SymbolicLink,

    /// <summary>Its names are unchanged, and its blocks are shared with the keeper (reflink).</summary>
    Reflink,

    /// <summary>Its names are moved to the trash.</summary>
    Trash,

    /// <summary>Its names are deleted permanently.</summary>
    Delete,

    /// <summary>Its names are moved to another folder.</summary>
    Move,
}

/// <summary>Provides properties of <see cref="ActionKind"/> values.</summary>
public static class ActionKinds
{
    /// <summary>Returns whether the action leaves nothing under the names that it is applied to.</summary>
    public static bool RemovesNames(this ActionKind kind) =>
        kind is ActionKind.Trash or ActionKind.Delete or ActionKind.Move;

    /// <summary>Returns whether the action frees disk space immediately.</summary>
    public static bool FreesBlocks(this ActionKind kind) => kind is not (ActionKind.Trash or ActionKind.Move);
}

/// <summary>Converts <see cref="ActionKind"/> to and from the words used in journals.</summary>
internal static class ActionWords
{
    private static readonly string[] s_words = ["hard-link", "symbolic-link", "reflink", "trash", "delete", "move"];

    internal static string Of(ActionKind kind) => s_words[(int)kind];

    internal static bool TryParse(string? word, out ActionKind kind)
    {
        int index = Array.IndexOf(s_words, word);
        kind = (ActionKind)Math.Max(0, index);
        return index >= 0;
    }
}
