using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// Writes the results of <c>doppel journal</c>: on a terminal, in columns that fit its width; otherwise separated by
/// tabs, with one row per run.
/// </summary>
internal sealed class JournalTable(CommandHost host)
{
    private const int CommandColumnsMin = 24;
    private const string Indent = "  ";
    private const string None = "-";

    private static readonly string[] s_heading = ["RUN", "TIME", "NAMES", "SPACE", "STATE"];

    /// <summary>Writes all runs.</summary>
    /// <exception cref="BrokenPipeException">The reader has closed standard output.</exception>
    internal void Write(IEnumerable<ListedRun> runs)
    {
        if (!host.Out.IsTerminal)
        {
            foreach (ListedRun run in runs)
            {
                PlainOutput.Pass(host.Out, string.Join('\t', [.. CellsOf(run), .. DetailsOf(run)]) + "\n");
            }

            return;
        }

        // What does not fit on a line is not kept.
        int width = Math.Max(10, host.Out.Columns - 1);
        (string[] Cells, string[] Details)[] rows = [.. runs.Select(run => (CellsOf(run), ShortDetailsOf(run, width)))];
        if (rows.Length > 0)
        {
            Align(rows, width);
        }
    }

    private void Align((string[] Cells, string[] Details)[] rows, int width)
    {
        int[] widths =
        [
            .. s_heading.Select((heading, i) => rows.Max(row => row.Cells[i].Length)).Select(
                static (cell, i) => Math.Max(cell, s_heading[i].Length)),
        ];
        int whole = widths.Sum() + ((widths.Length - 1) * Indent.Length);
        if (whole > width)
        {
            WriteNarrow(rows, width);
            return;
        }

        int room = width - whole - Indent.Length;
        bool hasCommand = room >= CommandColumnsMin;
        WriteLine([.. s_heading, .. hasCommand ? ["COMMAND"] : (string[])[]], widths);
        foreach ((string[] cells, string[] details) in rows)
        {
            WriteLine(hasCommand ? [.. cells, ShortText.Begin(details[0], room)] : cells, widths);
            foreach (string detail in hasCommand ? details[1..] : details)
            {
                PlainOutput.Pass(host.Out, ShortText.Begin(Indent + detail, width) + "\n");
            }
        }
    }

    // The other columns follow on a line of their own.
    private void WriteNarrow((string[] Cells, string[] Details)[] rows, int width)
    {
        foreach ((string[] cells, string[] details) in rows)
        {
            bool hasState = cells[0].Length + Indent.Length + cells[4].Length <= width;
            WriteLine(hasState ? [cells[0], cells[4]] : [cells[0]], [cells[0].Length]);
            string[] state = hasState ? [] : [cells[4]];
            string space = cells[3] == None ? "" : $", {cells[3]}";
            string[] facts = cells[1] == None ? [] : [$"{cells[1]}, {cells[2]} done{space}"];
            foreach (string detail in state.Concat(facts).Concat(details))
            {
                PlainOutput.Pass(host.Out, ShortText.Begin(Indent + detail, width) + "\n");
            }
        }
    }

    private void WriteLine(string[] cells, int[] widths) => PlainOutput.Pass(
        host.Out,
        string.Join(Indent, cells.Select((cell, i) => i < widths.Length ? Padded(cell, i, widths[i]) : cell)).TrimEnd()
            + "\n");

    // Numbers are aligned to the right.
    private static string Padded(string cell, int column, int width) =>
        column is 2 or 3 ? cell.PadLeft(width) : cell.PadRight(width);

    private string[] CellsOf(ListedRun run)
    {
        if (run.Head is not { } head)
        {
            return [Quote.Sentence(run.Id), None, None, None, WordOf(run.State)];
        }

        return
        [
            Quote.Sentence(run.Id),
            LocalTime(host.Clock, head.Started),
            run.Totals.Done.ToString("N0", CultureInfo.InvariantCulture),
            run.Totals.SpaceBytes is { } bytes ? SizeText.Show(bytes) : None,
            WordOf(run.State),
        ];
    }

    /// <summary>Returns the state of a run in one word or two.</summary>
    internal static string WordOf(RunStanding state) => state switch
    {
        RunStanding.NothingDone => "nothing done",
        RunStanding.PartlyUndone => "partly undone",
        _ => state.ToString().ToLowerInvariant(),
    };

    /// <summary>Returns a time in the local time zone, to the second.</summary>
    internal static string LocalTime(TimeProvider clock, DateTimeOffset time) => TimeZoneInfo
        .ConvertTime(time, clock.LocalTimeZone).ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    // The command and the places, or why there are none.
    private string[] DetailsOf(ListedRun run)
    {
        if (run.Head is not { } head)
        {
            return [Quote.Sentence(run.Problem), None];
        }

        string places = HasBegun(run) ? PlacesOf(head) : "";
        return [ListedRun.CommandOf(head), places.Length > 0 ? places : None];
    }

    // Omits the places that the command names.
    private string[] ShortDetailsOf(ListedRun run, int width)
    {
        string[] details = DetailsOf(run);
        bool isClear = !HasBegun(run) || run.Head is not { } head
            || head.Only.Concat(head.Roots).All(place => head.Command.Contains(place.ToString()));
        string command = ShortText.Begin(details[0], width);
        return isClear ? [command] : [command, ShortText.Begin("in " + details[1], width)];
    }

    private static bool HasBegun(ListedRun run) => run.State != RunStanding.NothingDone;

    // The limits of an undo, otherwise the roots, on one line. Empty if the journal does not contain them.
    private string PlacesOf(JournalRun head)
    {
        IReadOnlyList<ReportName> places = head.Only.Count > 0 ? head.Only : head.Roots;
        return string.Join(", ", places.Select(
            place => host.Out.IsTerminal ? PathText.ShowAbsolute(host, place) : Quote.Name(place.Bytes)));
    }
}
