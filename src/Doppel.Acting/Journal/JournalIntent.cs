using System.Text;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Describes what is about to be done with one name. It is on disk before the first step.</summary>
public sealed record JournalIntent
{
    /// <summary>Gets its number in the run, starting at 0.</summary>
    public required long Number { get; init; }

    /// <summary>Gets the absolute name.</summary>
    public required ReportName Name { get; init; }

    /// <summary>Gets the bare temporary name in the same folder that is used during the change.</summary>
    public required string Temporary { get; init; }

    /// <summary>Gets the facts of the file under the name before the change.</summary>
    public required FileFacts Facts { get; init; }

    /// <summary>Gets the flags and attributes of that file.</summary>
    public required FileExtras Extras { get; init; }

    /// <summary>Gets the name of the keeper.</summary>
    public required ReportName Keeper { get; init; }

    /// <summary>Gets the facts of the keeper.</summary>
    public required FileFacts KeeperFacts { get; init; }

    /// <summary>
    /// Gets the target of a symbolic link, or the absolute name to which a file is moved. Otherwise empty.
    /// </summary>
    public ReportName Target { get; init; }

    /// <summary>
    /// Gets the policy that defines the media payload, if the file only shares its payload with the keeper. Null if the
    /// file is an identical copy.
    /// </summary>
    public MediaPolicy? Media { get; init; }

    /// <summary>
    /// Gets the SHA-256 of the content in hex, if the keeper is on another machine, where nothing else would tell
    /// whether it still has this content. Otherwise empty, and the outcome has it.
    /// </summary>
    public string Digest { get; init; } = "";

    /// <summary>Gets the target text of a symbolic link that is removed with its folder. Otherwise empty.</summary>
    public ReportName LinkText { get; init; }

    /// <summary>
    /// Gets the previous target text of a symbolic link that is retargeted to the keeper to keep it from dangling.
    /// Empty if the intent is about a file.
    /// </summary>
    public ReportName OldTarget { get; init; }

    /// <summary>
    /// Gets whether the file or object was removed although nothing else has its content, so that an undo cannot bring
    /// it back: a file that was deleted permanently, or an object of which neither the bucket keeps a version nor the
    /// journal the content.
    /// </summary>
    public bool IsFinal => Keeper.IsEmpty && Target.IsEmpty && Facts.Kind == EntryKind.File && LinkText.IsEmpty
        && OldTarget.IsEmpty
        && (!ObjectName.Is(Name)
            || (ObjectState.Of(this).VersionId is null && ObjectState.ContentOf(this) is null));

    /// <summary>Gets where a copy of an object is until its keeper was read again.</summary>
    internal ReportName Aside => ObjectName.Beside(
        Name, Encoding.ASCII.GetString(TemporaryName.SecondOf(Encoding.ASCII.GetBytes(Temporary))));

    /// <summary>
    /// Gets the bare temporary name that an undo of the run uses, or empty if it is derived from the run's own name.
    /// </summary>
    internal string UndoTemporary { get; init; } = "";
}
