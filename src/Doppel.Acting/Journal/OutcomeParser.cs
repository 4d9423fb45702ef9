using System.Text.Json;

namespace Doppel.Acting;

/// <summary>Parses outcome lines and end lines, as written by <see cref="OutcomeLines"/>.</summary>
/// <remarks>Damaged input throws the same exceptions as <see cref="BatchParser"/>.</remarks>
internal static class OutcomeParser
{
    private static readonly string[] s_kinds = ["proved", "done", "skipped", "failed", "unfinished", "idle", "again"];

    /// <summary>Parses a line of type <c>outcomes</c>.</summary>
    /// <param name="line">The line.</param>
    /// <param name="first">The first number to return.</param>
    /// <param name="last">The last number to return.</param>
    /// <param name="tell">Receives each outcome in that range.</param>
    internal static void Parse(ReadOnlyMemory<byte> line, long first, long last, Action<JournalOutcome> tell)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        JsonElement root = document.RootElement;
        foreach (string kind in s_kinds)
        {
            if (!root.TryGetProperty(kind, out JsonElement ranges))
            {
                continue;
            }

            using IEnumerator<(long At, string Digest)>? digests = kind == "proved" ? Digests(root) : null;
            (long from, string digest) = (long.MaxValue, "");
            bool more = digests is not null && digests.MoveNext();
            foreach (JsonElement range in ranges.EnumerateArray())
            {
                (long start, long end) = RangeOf(range);
                string reason = range.GetArrayLength() > 2 ? range[2].GetString() ?? "" : "";
                for (long number = Math.Max(start, first); number <= Math.Min(end, last); number++)
                {
                    while (more && digests!.Current.At <= number)
                    {
                        (from, digest) = digests.Current;
                        more = digests.MoveNext();
                    }

                    tell(OutcomeOf(kind, number, reason, from <= number ? digest : ""));
                }
            }
        }
    }

    /// <summary>Counts the outcomes of a line of type <c>outcomes</c>.</summary>
    internal static JournalTotals Count(ReadOnlyMemory<byte> line, JournalTotals totals)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        foreach (string kind in s_kinds)
        {
            if (kind != "again" && document.RootElement.TryGetProperty(kind, out JsonElement ranges))
            {
                foreach (JsonElement range in ranges.EnumerateArray())
                {
                    (long start, long end) = RangeOf(range);
                    totals = totals.With(OutcomeOf(kind, 0, "", "").Status, end - start + 1);
                }
            }
        }

        return totals.WithSpace(SpaceBytesOf(document.RootElement));
    }

    /// <summary>Reads the totals from a line of type <c>end</c>. Returns null if it has none.</summary>
    internal static JournalTotals? TotalsOf(JsonElement end) =>
        end.TryGetProperty("done", out JsonElement done)
            ? new JournalTotals(
                done.GetInt64(), end.GetProperty("skipped").GetInt64(), end.GetProperty("failed").GetInt64(),
                end.GetProperty("unfinished").GetInt64(), end.GetProperty("idle").GetInt64())
                .WithSpace(SpaceBytesOf(end))
            : null;

    private static long? SpaceBytesOf(JsonElement line) =>
        line.TryGetProperty("bytes", out JsonElement bytes) ? bytes.GetInt64() : null;

    private static JournalOutcome OutcomeOf(string kind, long number, string reason, string digest)
    {
        string word = kind == "proved" ? "done" : kind;
        return StatusWords.TryParse(word, out ActStatus status)
            ? new JournalOutcome(number, status, reason, digest)
            : JournalOutcome.Superseded(number);
    }

    private static (long Start, long End) RangeOf(JsonElement range)
    {
        (long start, long end) = (range[0].GetInt64(), range[1].GetInt64());
        return start >= 0 && end >= start && end < long.MaxValue
            ? (start, end)
            : throw new FormatException("a range of numbers is not valid");
    }

    private static IEnumerator<(long At, string Digest)> Digests(JsonElement root)
    {
        long number = root.GetProperty("first").GetInt64();
        string all = root.GetProperty("sha256").GetString() ?? "";
        int place = 0;
        foreach (JsonElement step in root.GetProperty("at").EnumerateArray())
        {
            number = checked(number + step.GetInt64());
            if (all.Length - place < OutcomeLines.DigestChars)
            {
                throw new FormatException("a digest is missing");
            }

            string base64 = string.Concat(all.AsSpan(place, OutcomeLines.DigestChars), "=");
            place += OutcomeLines.DigestChars;
            yield return (number, Convert.ToHexStringLower(Convert.FromBase64String(base64)));
        }
    }
}

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
