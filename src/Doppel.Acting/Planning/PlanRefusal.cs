using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A name that is not acted on, or a group in which there is nothing to do.</summary>
/// <param name="Path">The name as the report gives it, made absolute; of a group one of its names.</param>
/// <param name="Reason">A stable word; those of this type, or that of a <see cref="Doppel.Volumes.VolumeErrorKind"/>.
/// </param>
/// <param name="Message">The same for people, as a clause.</param>
public sealed record PlanRefusal(ReportName Path, string Reason, string Message)
{
    /// <summary>The name, or a folder in it, is a symbolic link.</summary>
    public const string SymbolicLink = "symbolic-link";

    /// <summary>The file is not what the report says.</summary>
    public const string Changed = "changed";

    /// <summary>Something else than a regular file bears the name.</summary>
    public const string NotAFile = "not-a-file";

    /// <summary>Something else than a folder bears the name.</summary>
    public const string NotAFolder = "not-a-folder";

    /// <summary>Not all that lies in the folder can be seen and matched.</summary>
    public const string NotComparable = "not-comparable";

    /// <summary>It lies in a folder that goes as a whole.</summary>
    public const string InFolder = "in-folder";

    /// <summary>It is planned with the media group that it is in.</summary>
    public const string InMediaGroup = "in-media-group";

    /// <summary>It lies in a trash folder.</summary>
    public const string Trash = "trash";

    /// <summary>It bears a temporary name of Doppel's, which an unfinished run has left over.</summary>
    public const string UnfinishedRun = "unfinished-run";

    /// <summary>It lies in a folder of Doppel's own.</summary>
    public const string OwnFolder = "own-folder";

    /// <summary>It is one entry with another name of the report, reached by another path.</summary>
    public const string SameEntry = "same-entry";

    /// <summary>Names show the same inode, but not as hard links of one file do.</summary>
    public const string UnsureIdentity = "unsure-identity";

    /// <summary>No copy of the group goes.</summary>
    public const string NothingToDo = "nothing-to-do";

    /// <summary>The name is a symbolic link to another copy of its group, as the plan would make it.</summary>
    public const string AlreadyDone = "already-done";

    /// <summary>Gets whether a file could not be handled, so that this is more than an answer.</summary>
    public bool IsProblem => Reason is not (NothingToDo or AlreadyDone);
}
