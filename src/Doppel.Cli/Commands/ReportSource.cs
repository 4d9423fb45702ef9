using Doppel.Acting;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>A report that is read, and how to call it when that fails.</summary>
internal sealed class ReportSource
{
    private readonly string _shown;

    // Until the media groups are planned, which stand behind them and come first.
    private readonly Queue<ReportGroup> _held = [];
    private long _mediaLeft;

    /// <summary>Reads the head of a report.</summary>
    /// <param name="stream">The report.</param>
    /// <param name="shown">What it is called in messages.</param>
    /// <exception cref="UsageException">It cannot be read, or is none.</exception>
    internal ReportSource(Stream stream, string shown)
    {
        _shown = shown;
        Reader = Guard(() => ReportReader.Open(stream));
    }

    /// <summary>The reader.</summary>
    internal ReportReader Reader { get; }

    /// <summary>What to tell people of a report that was read to its end; null where all of it was used.</summary>
    internal string? LeftOut => Reader.EndedEarly
        ? "the report is incomplete: only the groups in it are planned"
        : null;

    /// <summary>What to tell people of media groups that were not asked for; null where there are none.</summary>
    internal string? MediaLeft => MediaText.Left(_mediaLeft);

    /// <summary>Plans the next group of files or folders.</summary>
    /// <param name="planner">Plans it.</param>
    /// <param name="settings">Whether empty folders are to be removed, and media groups acted on.</param>
    /// <returns>What came of it; null at the end.</returns>
    /// <exception cref="UsageException">The report cannot be read any further, or is damaged.</exception>
    internal PlanOutcome? PlanNext(Planner planner, FindSettings settings) => Guard(() =>
    {
        PlanOutcome? outcome = null;
        while (outcome is null && Reader.Read())
        {
            bool withEmpty = settings.Plan.EmptyFolders;
            if (settings.Media && Reader.Kind == ReportItemKind.Group)
            {
                _held.Enqueue(Reader.Group);
                continue;
            }

            _mediaLeft += Reader.Kind == ReportItemKind.MediaGroup && !settings.Media ? 1 : 0;
            outcome = Reader.Kind switch
            {
                ReportItemKind.Group => planner.Plan(Reader.Group),
                ReportItemKind.MediaGroup when settings.Media => planner.Plan(Reader.MediaGroup),
                ReportItemKind.FolderGroup => planner.Plan(Reader.FolderGroup),
                ReportItemKind.ContainedFolder => planner.Plan(Reader.ContainedFolder),
                ReportItemKind.EmptyFolder when withEmpty => planner.PlanEmpty(Reader.EmptyFolder),
                _ => null,
            };
        }

        while (outcome is null && _held.TryDequeue(out ReportGroup? group))
        {
            outcome = planner.Plan(group) is { IsSuperseded: false } planned ? planned : null;
        }

        return outcome;
    });

    /// <summary>Opens the file, or standard input, that a report is read from.</summary>
    /// <exception cref="UsageException">It cannot be opened.</exception>
    internal static Stream Open(string operand, string shown)
    {
        try
        {
            return InputFile.Open(operand, "the report");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw Unreadable(shown, SystemText.Of(failure));
        }
    }

    /// <summary>The line for a report that cannot be read.</summary>
    internal static UsageException Unreadable(string shown, string why) =>
        new($"cannot read the report {shown}: {why}");

    private T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (ReportFormatException damaged)
        {
            throw Unreadable(_shown, damaged.Message);
        }
        catch (IOException failure)
        {
            throw Unreadable(_shown, SystemText.Of(failure));
        }
    }
}
