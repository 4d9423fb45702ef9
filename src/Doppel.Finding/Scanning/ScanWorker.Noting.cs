using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>
/// Records what a search for duplicate folders needs to know about each folder in addition to the files that take part.
/// </content>
internal sealed partial class ScanWorker
{
    /// <summary>Gets the notes, or null if duplicate folders are not searched for.</summary>
    internal FolderNotes? Notes { get; }

    // A folder that is represented by a root still lies below the other root.
    private bool TryClaim(FolderClaims claims, ulong inode)
    {
        bool isFirst = claims.TryClaim(_tree.MarkOf(_at.Folder).Device, inode, _at.Folder, out PathId claimed);
        if (!isFirst && _tree.Parent(claimed) == PathId.None)
        {
            Notes?.AddNested(_at.Folder, claimed);
        }

        return isFirst;
    }

    private void NoteListed(in FileFacts facts) => Notes?.AddMarks(
        _at.Folder, FolderMarks.Listed | (facts.IsMountRoot ? FolderMarks.MountRoot : FolderMarks.None));

    // Any entry that does not take part makes its folder incomplete, except a symbolic link, which is identified by its
    // target.
    private bool WantsToNote(ReadOnlySpan<byte> name, EntryKind kind)
    {
        if (Notes is null)
        {
            return false;
        }

        // A link's own size and time are ignored here; its name decides.
        if (kind == EntryKind.Link && IsFileIn(name))
        {
            return true;
        }

        Notes.AddMarks(_at.Folder, FolderMarks.Incomplete);
        return false;
    }

    private void NoteLink(ReadOnlySpan<byte> name)
    {
        if (Notes is null)
        {
            return;
        }

        if (!IsFileIn(name))
        {
            Notes.AddMarks(_at.Folder, FolderMarks.Incomplete);
            return;
        }

        VolumeError error = _at.Volume.ReadLink(_at.Handle, name, out byte[] target);
        if (error.Failed)
        {
            _problems.Add(_at.Volume, _path.With(name), FindStep.Read, error);
            Notes.AddMarks(_at.Folder, FolderMarks.Incomplete);
            return;
        }

        Notes.AddLink(_at.Folder, name, target);
    }

    // Empty files are all equal, so it does not matter that they are too small to take part.
    private void NoteFile(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (Notes is null)
        {
            return;
        }

        bool isKnown = IsWanted(facts) || (facts.Size == 0 && HasWantedTime(facts));
        if (!isKnown || facts.IsMountRoot)
        {
            Notes.AddMarks(_at.Folder, FolderMarks.Incomplete);
        }

        if (!IsWanted(facts) && isKnown)
        {
            Notes.AddEmptyFile(_at.Folder, name);
        }
    }
}
