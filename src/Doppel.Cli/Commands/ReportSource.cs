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

    /// <summary>Groups of folders that were passed over: their files stand in no group of their own.</summary>
    internal int FolderGroups { get; private set; }

    /// <summary>What to tell people of a report that was read to its end; null where all of it was used.</summary>
    internal string? LeftOut =>
        FolderGroups > 0 ? "the report tells of equal folders, which are not planned: make one without --folders"
        : Reader.EndedEarly ? "the report ended early: what it may have left out is not planned"
        : null;

    /// <summary>Goes to the next group.</summary>
    /// <exception cref="UsageException">The report cannot be read any further, or is damaged.</exception>
    internal bool NextGroup() => Guard(() =>
    {
        while (Reader.Read())
        {
            if (Reader.Kind == ReportItemKind.Group)
            {
                return true;
            }

            FolderGroups += Reader.Kind is ReportItemKind.FolderGroup or ReportItemKind.ContainedFolder ? 1 : 0;
        }

        return false;
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
