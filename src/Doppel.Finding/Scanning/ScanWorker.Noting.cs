using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>What a search for duplicate folders has to know of each folder beside the files that take part.</content>
internal sealed partial class ScanWorker
{
    /// <summary>Null where nobody looks for duplicate folders.</summary>
    internal FolderNotes? Notes { get; }

    // A folder that a root stands for lies below the other root all the same.
    private bool TryClaim(FolderClaims claims, ulong inode)
    {
        bool isFirst = claims.TryClaim(_tree.MarkOf(_folder).Device, inode, _folder, out PathId claimed);
        if (!isFirst && _tree.Parent(claimed) == PathId.None)
        {
            Notes?.AddNested(_folder, claimed);
        }

        return isFirst;
    }

    private void NoteListed(in FileFacts facts) => Notes?.AddMarks(
        _folder, FolderMarks.Listed | (facts.IsMountRoot ? FolderMarks.MountRoot : FolderMarks.None));

    // Whatever does not take part makes its folder incomplete, but for a symbolic link, which is known by its target.
    private bool WantsToNote(ReadOnlySpan<byte> name, EntryKind kind)
    {
        if (Notes is null)
        {
            return false;
        }

        if (kind == EntryKind.Link && IsLinkIn(name))
        {
            return true;
        }

        Notes.AddMarks(_folder, FolderMarks.Incomplete);
        return false;
    }

    // A link has neither size nor time of its own here: its name decides.
    private bool IsLinkIn(ReadOnlySpan<byte> name) =>
        _depth < _filter.DepthMax && _filter.WantsFile(name, BelowRoot(name));

    private void NoteLink(ReadOnlySpan<byte> name)
    {
        if (Notes is null)
        {
            return;
        }

        if (!IsLinkIn(name))
        {
            Notes.AddMarks(_folder, FolderMarks.Incomplete);
            return;
        }

        VolumeError error = _volume.ReadLink(_folderHandle, name, out byte[] target);
        if (error.Failed)
        {
            _problems.Add(_volume, _path.With(name), FindStep.Read, error);
            Notes.AddMarks(_folder, FolderMarks.Incomplete);
            return;
        }

        Notes.AddLink(_folder, name, target);
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
            Notes.AddMarks(_folder, FolderMarks.Incomplete);
        }

        if (!IsWanted(facts) && isKnown)
        {
            Notes.AddEmptyFile(_folder, name);
        }
    }
}
