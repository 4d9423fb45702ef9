namespace Doppel.Acting;

/// <summary>Converts <see cref="ActStatus"/> to and from the words used in journals.</summary>
internal static class StatusWords
{
    private static readonly string[] s_words = ["done", "skipped", "failed", "unfinished", "idle"];

    internal static string Of(ActStatus status) => s_words[(int)status];

    internal static bool TryParse(string? word, out ActStatus status)
    {
        int index = Array.IndexOf(s_words, word);
        status = (ActStatus)Math.Max(0, index);
        return index >= 0;
    }
}
