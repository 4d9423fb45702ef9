using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out what state the files have before and after names of one inode are reversed.</summary>
/// <remarks>
/// The keeper of a hard link loses a name, and a file that still exists is moved back or gets names. A file that is
/// rebuilt is a new one. Its source may be any file that proves to have the content, whether the catalog knows it or
/// not, so nothing is carried over to it: the next search reads it once. Not thread-safe.
/// </remarks>
internal sealed class ReversedStates(
    IChangeableVolume volume, FolderPool folders, StateNotes notes, ActionKind action) : IDisposable
{
    private readonly List<LeasedFile> _keepers = [];
    private LeasedFile? _source;

    /// <summary>Closes all open files.</summary>
    public void Dispose()
    {
        _source = null;
        _keepers.ForEach(keeper => volume.Close(keeper.File));
        _keepers.Clear();
    }

    /// <summary>Looks at the files before the first name is reversed.</summary>
    /// <param name="intents">The intents of the run for names of one inode.</param>
    /// <param name="source">The open inode, or <see cref="FileHandle.None"/> if it is gone.</param>
    internal void Look(IReadOnlyList<JournalIntent> intents, FileHandle source)
    {
        Dispose();
        // On Windows, where names cannot be exchanged, a link that is removed while its file is open may linger. Files
        // are read once more there.
        if (!notes.AreKept || !volume.CanExchange || action == ActionKind.Reflink)
        {
            return;
        }

        if (action == ActionKind.HardLink)
        {
            LookAtKeepers(intents);
        }

        if (source != FileHandle.None && Lease(source, out FileFacts facts))
        {
            _source = new LeasedFile(source, intents[0].Name, facts);
        }
    }

    /// <summary>Notes the states after the last name was reversed. The inode must still be open.</summary>
    internal void Note()
    {
        _keepers.ForEach(Note);
        if (_source is { } source)
        {
            Note(source);
        }

        Dispose();
    }

    private void LookAtKeepers(IReadOnlyList<JournalIntent> intents)
    {
        foreach (ReportName keeper in intents.Select(static intent => intent.Keeper).Distinct())
        {
            if (folders.Find(keeper, out Place place).Failed
                || volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out _).Failed)
            {
                continue;
            }

            if (Lease(file, out FileFacts facts))
            {
                _keepers.Add(new LeasedFile(file, keeper, facts));
            }
            else
            {
                volume.Close(file);
            }
        }
    }

    // Without a lease, a program that writes to the file meanwhile and resets its time would go unnoticed.
    private bool Lease(FileHandle file, out FileFacts facts)
    {
        facts = default;
        return !volume.TakeLease(file).Failed && !volume.Stat(file, out facts).Failed;
    }

    private void Note(LeasedFile leased)
    {
        if (volume.HoldsLease(leased.File) && !folders.Find(leased.Name, out Place place).Failed)
        {
            notes.Note(leased.File, leased.Before, place.Folder);
        }
    }

    private sealed record LeasedFile(FileHandle File, ReportName Name, FileFacts Before);
}
