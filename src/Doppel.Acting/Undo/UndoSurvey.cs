using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains what an undo is expected to do.</summary>
public sealed record UndoSurvey
{
    /// <summary>Gets the number of names that come back, including those of folders and symbolic links.</summary>
    public long Names { get; init; }

    /// <summary>Gets the number of these names that are folders.</summary>
    public long Folders { get; init; }

    /// <summary>Gets the number of these names that are symbolic links.</summary>
    public long Links { get; init; }

    /// <summary>
    /// Gets the number of names that the run removed and that cannot be brought back, as it said before: nothing else
    /// has their content.
    /// </summary>
    public long LostNames { get; init; }

    /// <summary>
    /// Gets where they come back: the paths of <see cref="UndoOptions.Only"/>, otherwise the roots of the run, and one
    /// more folder for the names outside of these.
    /// </summary>
    public IReadOnlyList<UndoPlace> Places { get; init; } = [];

    /// <summary>Gets the number of bytes to write, in allocated blocks rather than file sizes.</summary>
    public long BytesNeeded { get; init; }

    /// <summary>Gets the paths of <see cref="UndoOptions.Only"/> at or below which the run has no name.</summary>
    public IReadOnlyList<ReportName> Unmatched { get; init; } = [];
}

/// <summary>A place where names come back.</summary>
/// <param name="Path">The absolute path of a folder, or of a single file.</param>
/// <param name="Names">The number of names at or below it that come back.</param>
public readonly record struct UndoPlace(ReportName Path, long Names)
{
    /// <summary>Gets the number of these names that are folders.</summary>
    public long Folders { get; init; }

    /// <summary>Gets the number of these names that are symbolic links.</summary>
    public long Links { get; init; }
}
