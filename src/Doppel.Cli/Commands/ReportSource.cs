using Doppel.Acting;
using Doppel.Cli.Platform;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>A report that is read, and how to call it when that fails.</summary>
internal sealed class ReportSource
{
    private readonly string _shown;

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
        ? "the report ended early: what it may have left out is not planned"
        : null;

    /// <summary>Plans the next group of files or folders.</summary>
    /// <param name="planner">Plans it.</param>
    /// <param name="withEmpty">Whether empty folders are to be removed.</param>
    /// <returns>What came of it; null at the end.</returns>
    /// <exception cref="UsageException">The report cannot be read any further, or is damaged.</exception>
    internal PlanOutcome? PlanNext(Planner planner, bool withEmpty) => Guard(() =>
    {
        PlanOutcome? outcome = null;
        while (outcome is null && Reader.Read())
        {
            outcome = Reader.Kind switch
            {
                ReportItemKind.Group => planner.Plan(Reader.Group),
                ReportItemKind.FolderGroup => planner.Plan(Reader.FolderGroup),
                ReportItemKind.ContainedFolder => planner.Plan(Reader.ContainedFolder),
                ReportItemKind.EmptyFolder when withEmpty => planner.PlanEmpty(Reader.EmptyFolder),
                _ => null,
            };
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
