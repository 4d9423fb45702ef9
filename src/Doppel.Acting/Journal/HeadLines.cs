using System.Globalization;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Writes the single lines of a journal: the head, the end and the lines between batches.</summary>
internal static class HeadLines
{
    private const int FoldersPerLine = 256;

    internal static void WriteHead(LineBuffer lines, JournalRun run)
    {
        lines.Add("{\"type\":\"run\",\"schema\":"u8);
        lines.Add((long)JournalRun.Schema);
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

        lines.Add("]"u8);
        AddNames(lines, ",\"roots\":["u8, run.Roots);
        AddNames(lines, ",\"only\":["u8, run.Only);
        lines.Add("}\n"u8);
    }

    internal static void WriteResumed(LineBuffer lines, DateTimeOffset time)
    {
        lines.Add("{\"type\":\"resumed\",\"at\":"u8);
        lines.AddText(Shown(time));
        lines.Add("}\n"u8);
    }

    /// <summary>Writes the length and digest of a part of the plan beside the journal.</summary>
    internal static void WritePlan(LineBuffer lines, long bytes, string digest)
    {
        lines.Add("{\"type\":\"plan\",\"bytes\":"u8);
        lines.Add(bytes);
        lines.Add(",\"sha256\":"u8);
        lines.AddText(digest);
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

    /// <summary>Writes the folders that a run has created, parents first.</summary>
    internal static void WriteCreated(LineBuffer lines, IReadOnlyList<MadeFolder> folders)
    {
        foreach (MadeFolder[] part in folders.Chunk(FoldersPerLine))
        {
            lines.Add("{\"type\":\"created\",\"folders\":["u8);
            for (int i = 0; i < part.Length; i++)
            {
                lines.Add(i > 0 ? ",["u8 : "["u8);
                lines.AddName(part[i].Path.Bytes);
                lines.Add(","u8);
                lines.Add(part[i].Device);
                lines.Add(","u8);
                lines.Add(part[i].Inode);
                lines.Add("]"u8);
            }

            lines.Add("]}\n"u8);
        }
    }

    /// <summary>Writes the last line of a run that has ended.</summary>
    /// <param name="lines">The buffer to write to.</param>
    /// <param name="totals">The totals of the run.</param>
    /// <param name="isPart">
    /// Whether this is the end of an undo that leaves part of its run to undo. Programs that do not know this type of
    /// line then still take the run for one that can be undone.
    /// </param>
    internal static void WriteEnd(LineBuffer lines, in JournalTotals totals, bool isPart)
    {
        lines.Add(isPart ? "{\"type\":\"part\",\"done\":"u8 : "{\"type\":\"end\",\"done\":"u8);
        lines.Add(totals.Done);
        lines.Add(",\"skipped\":"u8);
        lines.Add(totals.Skipped);
        lines.Add(",\"failed\":"u8);
        lines.Add(totals.Failed);
        lines.Add(",\"unfinished\":"u8);
        lines.Add(totals.Unfinished);
        lines.Add(",\"idle\":"u8);
        lines.Add(totals.Idle);
        if (totals.SpaceBytes is { } bytes)
        {
            lines.Add(",\"bytes\":"u8);
            lines.Add(bytes);
        }

        lines.Add("}\n"u8);
    }

    private static void AddNames(LineBuffer lines, ReadOnlySpan<byte> field, IReadOnlyList<ReportName> names)
    {
        for (int i = 0; i < names.Count; i++)
        {
            lines.Add(i == 0 ? field : ","u8);
            lines.AddName(names[i].Bytes);
        }

        lines.Add(names.Count > 0 ? "]"u8 : default);
    }

    private static string Shown(DateTimeOffset time) => time.ToString("O", CultureInfo.InvariantCulture);
}
