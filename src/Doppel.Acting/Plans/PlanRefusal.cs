using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Describes a name that is skipped, or a group with nothing to do.</summary>
/// <param name="Path">The absolute form of the name in the report. For a group, one of its names.</param>
/// <param name="Reason">
/// A stable word: a constant of this type, or the word of a <see cref="Doppel.Volumes.VolumeErrorKind"/>.
/// </param>
/// <param name="Message">The reason for human readers, as a clause.</param>
public sealed record PlanRefusal(ReportName Path, string Reason, string Message)
{
    /// <summary>The name, or a folder in its path, is a symbolic link.</summary>
    public const string SymbolicLink = "symbolic-link";

    /// <summary>The file has changed since the report.</summary>
    public const string Changed = "changed";

    /// <summary>The name is not a regular file.</summary>
    public const string NotAFile = "not-a-file";

    /// <summary>The name is not a folder.</summary>
    public const string NotAFolder = "not-a-folder";

    /// <summary>Some entry of the folder could not be read or matched.</summary>
    public const string NotComparable = "not-comparable";

    /// <summary>The file is in a folder that is removed as a whole.</summary>
    public const string InFolder = "in-folder";

    /// <summary>The file is already planned as part of a media group.</summary>
    public const string InMediaGroup = "in-media-group";

    /// <summary>The media file has tags that its keeper lacks (<see cref="PlanOptions.KeepsTags"/>).</summary>
    public const string TagsLost = "tags-lost";

    /// <summary>
    /// The file has companions without an equal beside its keeper (<see cref="PlanOptions.Companions"/>).
    /// </summary>
    public const string Companions = "companions";

    /// <summary>All copies of the group are companions: they stay or go with the files that they belong to.</summary>
    public const string Companion = "companion";

    /// <summary>The file is in a trash folder.</summary>
    public const string Trash = "trash";

    /// <summary>The file is in a folder with the state of programs, such as a repository or a cache.</summary>
    public const string State = "state";

    /// <summary>The name is one of Doppel's temporary names, left behind by an unfinished run.</summary>
    public const string UnfinishedRun = "unfinished-run";

    /// <summary>The file is in one of Doppel's own folders.</summary>
    public const string OwnFolder = "own-folder";

    /// <summary>The name is the same folder entry as another name in the report, reached by another path.</summary>
    public const string SameEntry = "same-entry";

    /// <summary>
    /// The names show the same inode, but their facts differ in a way that hard links of one file never do.
    /// </summary>
    public const string UnsureIdentity = "unsure-identity";

    /// <summary>No copy of the group is dropped.</summary>
    public const string NothingToDo = "nothing-to-do";

    /// <summary>
    /// The name already is the symbolic link to another copy of its group that the plan would create.
    /// </summary>
    public const string AlreadyDone = "already-done";

    /// <summary>
    /// Gets whether a file could not be handled. False for refusals that merely report that nothing needs doing.
    /// </summary>
    public bool IsProblem => Reason is not (NothingToDo or AlreadyDone or State or Companion);
}
