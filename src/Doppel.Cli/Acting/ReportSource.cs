using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Reads a report and names it in error messages.</summary>
internal sealed class ReportSource
{
    private readonly string _shown;

    // Groups wait here until all media groups are planned. Media groups follow them in the report but take precedence.
    private readonly Queue<ReportGroup> _held = [];
    private long _mediaLeft;

    /// <summary>Initializes a new instance and reads the start of the report.</summary>
    /// <param name="stream">The report.</param>
    /// <param name="shown">The name of the report in messages.</param>
    /// <exception cref="UsageException">The report cannot be read, or it is not a report.</exception>
    internal ReportSource(Stream stream, string shown)
    {
        _shown = shown;
        Reader = Guard(() => ReportReader.Open(stream));
    }

    /// <summary>Gets the reader.</summary>
    internal ReportReader Reader { get; }

    /// <summary>
    /// Gets the warning for a report that ended early, after it was read to its end; null if it is complete.
    /// </summary>
    internal string? LeftOut => Reader.EndedEarly
        ? "the report is incomplete: only the groups in it are planned"
        : null;

    /// <summary>Gets the message about media groups skipped for lack of --media; null if there are none.</summary>
    internal string? MediaLeft => MediaText.Left(_mediaLeft);

    /// <summary>Plans the next group of files or folders.</summary>
    /// <param name="planner">The planner.</param>
    /// <param name="settings">
    /// The settings, which say whether to remove empty folders and to include media groups.
    /// </param>
    /// <returns>The result for the group; null at the end of the report.</returns>
    /// <exception cref="UsageException">The report cannot be read or is damaged.</exception>
    internal PlanOutcome? PlanNext(Planner planner, IPlanningSettings settings) => Guard(() =>
    {
        PlanOutcome? outcome = null;
        while (outcome is null && Reader.Read())
        {
            bool withEmpty = settings.Keeping.EmptyFolders;
            if (settings.Media.IsOn && Reader.Kind == ReportItemKind.Group)
            {
                _held.Enqueue(Reader.Group);
                continue;
            }

            _mediaLeft += Reader.Kind == ReportItemKind.MediaGroup && !settings.Media.IsOn ? 1 : 0;
            outcome = Reader.Kind switch
            {
                ReportItemKind.Group => planner.Plan(Reader.Group),
                ReportItemKind.MediaGroup when settings.Media.IsOn => planner.Plan(Reader.MediaGroup),
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

    /// <summary>Opens a report from a file or standard input.</summary>
    /// <exception cref="UsageException">The report cannot be opened.</exception>
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

    /// <summary>Returns the exception for a report that cannot be read.</summary>
    internal static UsageException Unreadable(string shown, string why) =>
        new($"cannot read the report {shown}: {why}", "doppel find --json -o FILE DIR writes a report");

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
