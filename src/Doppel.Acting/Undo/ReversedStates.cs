using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out what state the files have before and after names of one inode are reversed.</summary>
/// <remarks>
/// The keeper of a hard link loses a name, and a file that still exists is moved back or gets names. A file that is
/// rebuilt is a new one: what is known of the file that it was copied from holds for it, too, if nobody can have
/// written to either meanwhile. Not thread-safe.
/// </remarks>
internal sealed class ReversedStates(
    IChangeableVolume volume, FolderPool folders, StateNotes notes, ActionKind action)
{
    // On Windows, where names cannot be exchanged, a link that is removed while its file is open may linger. Files are
    // read once more there.
    private bool AreNoted => notes.AreKept && volume.CanExchange;

    /// <summary>Looks at the files before the first name is reversed.</summary>
    /// <param name="intents">The intents of the run for names of one inode.</param>
    /// <param name="source">The open inode, or <see cref="FileHandle.None"/> if it is gone.</param>
    /// <returns>The files whose states are known, for <see cref="Note(IReadOnlyList{LeasedFile})"/>.</returns>
    internal IReadOnlyList<LeasedFile> Look(IReadOnlyList<JournalIntent> intents, FileHandle source)
    {
        if (!AreNoted || action == ActionKind.Reflink)
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

    /// <summary>Returns whether what is noted about files in a folder is kept.</summary>
    internal bool AreKeptIn(in OpenFolder folder) => AreNoted && notes.AreKeptIn(folder);

    /// <summary>Looks at a file before it is copied.</summary>
    /// <returns>The file, for <see cref="NoteCopy"/>. Null if nothing can be noted about it.</returns>
    internal LeasedFile? LookAtSource(in ContentSource source) =>
        Lease(source.File, out FileFacts facts)
            ? new LeasedFile(source.File, source.Name, facts, IsKeeper: false) : null;

    /// <summary>Notes that a file which nobody has open for writing is a copy of another.</summary>
    /// <param name="source">The file that was copied, still open.</param>
    /// <param name="copy">The copy, open for reading only. It is leased if something was noted.</param>
    /// <param name="name">The name that the copy will get.</param>
    /// <param name="folder">The folder of that name, in which the copy already has another one.</param>
    /// <param name="made">The facts of the copy when it was complete.</param>
    /// <param name="content">The XXH3-128 digest of the content that was copied.</param>
    /// <returns>The copy, to be noted when it has its name. Null if nothing was noted.</returns>
    internal LeasedFile? NoteCopy(
        LeasedFile source, FileHandle copy, ReportName name, in OpenFolder folder, in FileFacts made,
        Digest128 content)
    {
        // Whoever has written to the copy between its completion and the lease has changed its times.
        bool isKnown = volume.HoldsLease(source.File) && !volume.Stat(source.File, out FileFacts after).Failed
            && Identity.Unchanged(source.Before, after);
        if (!isKnown || !Lease(copy, out FileFacts now) || !Identity.Unchanged(made, now) || made.Born != now.Born)
        {
            return null;
        }

        FolderHandle? at = source.Name.IsEmpty || folders.Find(source.Name, out Place place).Failed
            ? null : place.Folder;
        notes.NoteCopy(source.Before, at, made, folder.Handle, content);
        return new LeasedFile(copy, name, made, IsKeeper: false);
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
