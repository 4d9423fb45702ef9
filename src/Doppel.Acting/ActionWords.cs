namespace Doppel.Acting;

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
