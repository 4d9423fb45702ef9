using Doppel.Reports;

namespace Doppel.Web;

/// <summary>What a search or a report gave.</summary>
/// <param name="Store">The groups.</param>
internal sealed record LoadedGroups(GroupStore Store)
{
    /// <summary>The number of problems that are kept.</summary>
    internal const int ProblemsMax = 200;

    /// <summary>Gets the number of files that were searched.</summary>
    internal long Files { get; init; }

    /// <summary>Gets whether the search or report ran to its end.</summary>
    internal required bool IsComplete { get; init; }

    /// <summary>Gets the first problems of the search.</summary>
    internal IReadOnlyList<ReportProblem> Problems { get; init; } = [];

    /// <summary>Gets the number of problems of the search.</summary>
    internal long ProblemCount { get; init; }

    /// <summary>Gets what the user should know about the search.</summary>
    internal IReadOnlyList<Notice> Notices { get; init; } = [];

    /// <summary>Gets the measurements that the search has used.</summary>
    internal IReadOnlyList<UsedTuning> Tunings { get; init; } = [];

    /// <summary>Gets the number of media groups of a report that are not shown because --media is missing.</summary>
    internal long MediaNotShown { get; init; }

    /// <summary>Gets the groups of folders, whose names are absolute.</summary>
    internal IReadOnlyList<FolderGroup> FolderGroups { get; init; } = [];

    /// <summary>Gets the redundant bytes of all groups. Files of groups of folders are in no other group.</summary>
    internal long RedundantBytes => Store.RedundantBytes + FolderGroups.Sum(static group => group.RedundantBytes);

    /// <summary>
    /// Gets what deleting all copies but one of each group frees. Of folders, it is the size of their files.
    /// </summary>
    internal long FreedBytes => Store.FreedBytes + FolderGroups.Sum(static group => group.RedundantBytes);

    /// <summary>Gets the empty folders of a report, which are not planned.</summary>
    internal IReadOnlyList<ReportName> EmptyFolders { get; init; } = [];
}
