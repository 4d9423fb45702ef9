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
    IChangeableVolume volume, FolderPool folders, StateNotes notes, ActionKind action)
{
    /// <summary>Looks at the files before the first name is reversed.</summary>
    /// <param name="intents">The intents of the run for names of one inode.</param>
    /// <param name="source">The open inode, or <see cref="FileHandle.None"/> if it is gone.</param>
    /// <returns>The files whose states are known, for <see cref="Note(IReadOnlyList{LeasedFile})"/>.</returns>
    internal IReadOnlyList<LeasedFile> Look(IReadOnlyList<JournalIntent> intents, FileHandle source)
    {
        // On Windows, where names cannot be exchanged, a link that is removed while its file is open may linger. Files
        // are read once more there.
        if (!notes.AreKept || !volume.CanExchange || action == ActionKind.Reflink)
        {
            return [];
        }

        List<LeasedFile> files = [];
        if (action == ActionKind.HardLink)
        {
            LookAtKeepers(intents, files);
        }

        if (source != FileHandle.None && Lease(source, out FileFacts facts))
        {
            files.Add(new LeasedFile(source, intents[0].Name, facts, IsKeeper: false));
        }

        return files;
    }

    /// <summary>
    /// Notes the states after the last name was reversed, and closes the keepers. The inode must still be open.
    /// </summary>
    internal void Note(IReadOnlyList<LeasedFile> files)
    {
        foreach (LeasedFile file in files)
        {
            Note(file);
            if (file.IsKeeper)
            {
                volume.Close(file.File);
            }
        }
    }

    private void LookAtKeepers(IReadOnlyList<JournalIntent> intents, List<LeasedFile> files)
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
                files.Add(new LeasedFile(file, keeper, facts, IsKeeper: true));
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
}

/// <summary>An open file that nobody can write to.</summary>
/// <param name="File">The file.</param>
/// <param name="Name">Its name.</param>
/// <param name="Before">Its facts before the names were reversed.</param>
/// <param name="IsKeeper">Whether it was opened only for this.</param>
internal sealed record LeasedFile(FileHandle File, ReportName Name, FileFacts Before, bool IsKeeper);
