using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What is about to be done with one name. It is on the disk before the first step is made.</summary>
public sealed record JournalIntent
{
    /// <summary>Its number in the run, from 0.</summary>
    public required long Number { get; init; }

    /// <summary>The absolute name.</summary>
    public required ReportName Name { get; init; }

    /// <summary>The bare name beside it that is used on the way.</summary>
    public required string Temporary { get; init; }

    /// <summary>What stood under the name.</summary>
    public required FileFacts Facts { get; init; }

    /// <summary>What else that file carried.</summary>
    public required FileExtras Extras { get; init; }

    /// <summary>The name of the keeper.</summary>
    public required ReportName Keeper { get; init; }

    /// <summary>What stood there.</summary>
    public required FileFacts KeeperFacts { get; init; }

    /// <summary>
    /// Where a symbolic link leads to, or under which absolute name a moved file stands; empty otherwise.
    /// </summary>
    public ReportName Target { get; init; }

    /// <summary>
    /// What counted as sound or picture where the file is no copy of its keeper but holds the same of that; null where
    /// it is a copy.
    /// </summary>
    public MediaPolicy? Media { get; init; }

    /// <summary>What is written in a symbolic link that goes with its folder; empty otherwise.</summary>
    public ReportName LinkText { get; init; }

    /// <summary>
    /// What was written in the symbolic link that is made to lead to the keeper, so that it does not lead to nothing;
    /// empty where a file is acted on.
    /// </summary>
    public ReportName OldTarget { get; init; }

    /// <summary>The bare name that an undo of the run uses; empty where it follows from the run's own.</summary>
    internal string UndoTemporary { get; init; } = "";
}
