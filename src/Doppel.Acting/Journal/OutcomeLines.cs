using System.Buffers.Text;

namespace Doppel.Acting;

/// <summary>Writes outcomes as lines of type <c>outcomes</c>; docs/formats.md describes them.</summary>
internal static class OutcomeLines
{
    /// <summary>The maximum number of outcomes in a line.</summary>
    internal const int OutcomesMax = 1024;

    /// <summary>The length of a digest in unpadded base64.</summary>
    internal const int DigestChars = 43;

    /// <summary>Writes outcomes sorted by number. If two have the same number, the later one counts.</summary>
    /// <param name="lines">The buffer to write to.</param>
    /// <param name="outcomes">The outcomes.</param>
    /// <param name="spaceBytes">The disk space of their files in bytes, or null if it is not recorded.</param>
    internal static void Write(LineBuffer lines, List<JournalOutcome> outcomes, long? spaceBytes = null)
    {
        JournalOutcome[] sorted = [.. outcomes.OrderBy(static outcome => outcome.Number)];
        int count = 0;
        for (int i = 0; i < sorted.Length; i++)
        {
            if (i + 1 == sorted.Length || sorted[i + 1].Number != sorted[i].Number)
            {
                sorted[count++] = sorted[i];
            }
        }

        for (int at = 0; at < count; at += OutcomesMax)
        {
            WriteLine(lines, sorted.AsSpan(at, Math.Min(OutcomesMax, count - at)), at == 0 ? spaceBytes : null);
        }
    }

    private static void WriteLine(LineBuffer lines, ReadOnlySpan<JournalOutcome> outcomes, long? spaceBytes)
    {
        lines.Add("{\"type\":\"outcomes\",\"first\":"u8);
        lines.Add(outcomes[0].Number);
        lines.Add(",\"last\":"u8);
        lines.Add(outcomes[^1].Number);
        WriteProved(lines, outcomes);
        WriteRanges(lines, outcomes, "done"u8, static one => IsOf(one, ActStatus.Done) && one.Digest.Length == 0);
        WriteRanges(lines, outcomes, "skipped"u8, static one => IsOf(one, ActStatus.Skipped));
        WriteRanges(lines, outcomes, "failed"u8, static one => IsOf(one, ActStatus.Failed));
        WriteRanges(lines, outcomes, "unfinished"u8, static one => IsOf(one, ActStatus.Unfinished));
        WriteRanges(lines, outcomes, "idle"u8, static one => IsOf(one, ActStatus.Idle));
        WriteRanges(lines, outcomes, "again"u8, static one => one.IsSuperseded);
        if (spaceBytes is { } bytes)
        {
            lines.Add(",\"bytes\":"u8);
            lines.Add(bytes);
        }

        lines.Add("}\n"u8);
    }

    private static bool IsOf(in JournalOutcome outcome, ActStatus status) =>
        outcome.Status == status && !outcome.IsSuperseded;

    private static bool IsProved(JournalOutcome outcome) =>
        IsOf(outcome, ActStatus.Done) && outcome.Digest.Length > 0;

    // A digest applies from its number in "at" up to the next number there: all copies of a keeper have its digest.
    private static void WriteProved(LineBuffer lines, ReadOnlySpan<JournalOutcome> outcomes)
    {
        if (!WriteRanges(lines, outcomes, "proved"u8, IsProved))
        {
            return;
        }

        lines.Add(",\"at\":["u8);
        string digest = "";
        long before = outcomes[0].Number;
        foreach (JournalOutcome outcome in outcomes)
        {
            if (IsProved(outcome) && outcome.Digest != digest)
            {
                lines.Add(digest.Length > 0 ? ","u8 : default);
                lines.Add(outcome.Number - before);
                (before, digest) = (outcome.Number, outcome.Digest);
            }
        }

        lines.Add("],\"sha256\":\""u8);
        digest = "";
        Span<byte> text = stackalloc byte[DigestChars + 1];
        foreach (JournalOutcome outcome in outcomes)
        {
            if (IsProved(outcome) && outcome.Digest != digest)
            {
                digest = outcome.Digest;
                Base64.EncodeToUtf8(Convert.FromHexString(digest), text, out _, out _);
                lines.Add(text[..DigestChars]);
            }
        }

        lines.Add("\""u8);
    }

    // A single number, or the first and last number of a range of outcomes with the same reason.
    private static bool WriteRanges(
        LineBuffer lines, ReadOnlySpan<JournalOutcome> outcomes, ReadOnlySpan<byte> field,
        Func<JournalOutcome, bool> isOf)
    {
        bool any = false;
        for (int i = 0; i < outcomes.Length; i++)
        {
            JournalOutcome first = outcomes[i];
            if (!isOf(first))
            {
                continue;
            }

            while (i + 1 < outcomes.Length && outcomes[i + 1].Number == outcomes[i].Number + 1 && isOf(outcomes[i + 1])
                && outcomes[i + 1].Reason == first.Reason)
            {
                i++;
            }

            if (!any)
            {
                lines.Add(",\""u8);
                lines.Add(field);
                lines.Add("\":["u8);
            }

            lines.Add(any ? ",["u8 : "["u8);
            any = true;
            lines.Add(first.Number);
            lines.Add(","u8);
            lines.Add(outcomes[i].Number);
            if (first.Reason.Length > 0)
            {
                lines.Add(","u8);
                lines.AddText(first.Reason);
            }

            lines.Add("]"u8);
        }

        lines.Add(any ? "]"u8 : default);
        return any;
    }
}
