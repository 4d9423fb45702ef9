using System.Globalization;

namespace Doppel.Acting;

/// <summary>Writes the single lines of a journal: the head, the end and the lines between batches.</summary>
internal static class HeadLines
{
    internal static void WriteHead(LineBuffer lines, JournalRun run)
    {
        lines.Add("{\"type\":\"run\",\"schema\":"u8);
        lines.Add((long)run.Schema);
        lines.Add(",\"version\":"u8);
        lines.AddText(run.Version);
        if (run.Action is { } action)
        {
            lines.Add(",\"action\":"u8);
            lines.AddText(ActionWords.Of(action));
        }

        if (run.Undoes is { } undone)
        {
            lines.Add(",\"undoes\":"u8);
            lines.AddText(undone);
        }

        lines.Add(",\"key\":"u8);
        lines.AddText(Convert.ToHexStringLower(run.Key));
        run.Options?.WriteTo(lines);
        lines.Add(",\"started\":"u8);
        lines.AddText(Shown(run.Started));
        lines.Add(",\"command\":["u8);
        for (int i = 0; i < run.Command.Count; i++)
        {
            lines.Add(i > 0 ? ","u8 : default);
            lines.AddText(run.Command[i]);
        }

        lines.Add("]}\n"u8);
    }

    internal static void WriteResumed(LineBuffer lines, DateTimeOffset time)
    {
        lines.Add("{\"type\":\"resumed\",\"at\":"u8);
        lines.AddText(Shown(time));
        lines.Add("}\n"u8);
    }

    /// <summary>Writes the numbers of the folders that an undo is about to create.</summary>
    internal static void WriteMade(LineBuffer lines, IReadOnlyList<long> numbers)
    {
        lines.Add("{\"type\":\"made\",\"numbers\":["u8);
        for (int i = 0; i < numbers.Count; i++)
        {
            lines.Add(i > 0 ? ","u8 : default);
            lines.Add(numbers[i]);
        }

        lines.Add("]}\n"u8);
    }

    internal static void WriteEnd(LineBuffer lines, in JournalTotals totals)
    {
        lines.Add("{\"type\":\"end\",\"done\":"u8);
        lines.Add(totals.Done);
        lines.Add(",\"skipped\":"u8);
        lines.Add(totals.Skipped);
        lines.Add(",\"failed\":"u8);
        lines.Add(totals.Failed);
        lines.Add(",\"unfinished\":"u8);
        lines.Add(totals.Unfinished);
        lines.Add(",\"idle\":"u8);
        lines.Add(totals.Idle);
        lines.Add("}\n"u8);
    }

    private static string Shown(DateTimeOffset time) => time.ToString("O", CultureInfo.InvariantCulture);
}
