using System.Text;
using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Restores files to which a run has added tags, sidecars and keepers, and removes copies of companions.
/// </summary>
/// <remarks>
/// The content under the name and under the temporary names shows where a run or an undo was interrupted.
/// </remarks>
internal sealed class TagRestorer(IChangeableVolume volume, FolderPool folders, FileCopier copier)
{
    private static readonly Step s_changed = Step.Skip("it is no longer as the run left it");

    private readonly NameRestorer _restorer = new(volume);
    private readonly EditedContent _contents = new(volume);

    /// <summary>Returns whether a file has what the run has written.</summary>
    internal bool IsAsLeft(TagChange change) => !folders.Find(change.Name, out Place place).Failed
        && Has(place, place.Bytes, change.New);

    /// <summary>Returns the space in bytes that a file needs to be rebuilt beside the one that the run wrote.</summary>
    internal long BytesToWrite(TagChange change, out OpenFolder where)
    {
        where = default;
        if (change.Was is null || folders.Find(change.Name, out Place place).Failed)
        {
            return 0;
        }

        // What an interrupted undo has left is removed first.
        where = place.In;
        return change.Old.Size - AllocatedOf(place, First(change)) - AllocatedOf(place, Second(change));
    }

    /// <summary>Gives a file its old content, or removes a sidecar that the run has created.</summary>
    internal Step Reverse(TagChange change)
    {
        if (Clear(change, out Place place) is { } left)
        {
            return left;
        }

        if (change.Was is not { } was)
        {
            if (Has(place, place.Bytes, change.New))
            {
                return _restorer.Remove(place, Second(change), name => Has(place, name, change.New), change.Name);
            }

            return Exists(place, place.Bytes) ? s_changed : Step.Idle("it is unchanged");
        }

        if (!Has(place, place.Bytes, change.New))
        {
            return Has(place, place.Bytes, change.Old) ? Step.Idle("it is unchanged") : s_changed;
        }

        VolumeError error = volume.OpenFile(place.Folder, place.Bytes, out FileHandle written, out _);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be opened", error);
        }

        IMediaSource old = new EditedSource(
            new OpenMedia(volume, written, change.New.Size), MediaEdit.Reverse(change.Edits));
        Step made = copier.Make(
            place.Folder, Second(change), change.Extras, file => _contents.Write(old, change.Old, file),
            file => volume.Restore(file, was, change.Extras) || volume.Sync(file), "it cannot be rebuilt",
            out FileHandle file, out _);
        volume.Close(written);
        if (!made.IsDone)
        {
            return made;
        }

        volume.Close(file);
        return _restorer.Replace(place, Second(change), First(change), name => Has(place, name, change.New));
    }

    /// <summary>Removes what an interrupted run or undo has left beside a file, or puts it back.</summary>
    /// <param name="change">The change.</param>
    /// <param name="place">The location of the file.</param>
    /// <returns>Why that is not possible, or null on success.</returns>
    internal Step? Clear(TagChange change, out Place place)
    {
        VolumeError error = folders.Find(change.Name, out place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        Place at = place;
        if (Clear(at, First(change), Second(change), change, change.New) is { } left)
        {
            return left;
        }

        if (change.Was is not null)
        {
            return Clear(at, Second(change), First(change), change, change.Old);
        }

        Step removed = _restorer.FinishRemove(at, Second(change), name => Has(at, name, change.New), change.Name);
        return removed.IsDone ? null : removed;
    }

    // The file that is written under the temporary name is incomplete only as long as the name has the other content.
    private Step? Clear(Place place, byte[] temporary, byte[] other, TagChange change, FileVersion written)
    {
        if (!Exists(place, temporary))
        {
            return null;
        }

        if (!Exists(place, place.Bytes) && change.Was is not null)
        {
            // Without an exchange of names, the old file was moved aside.
            byte[]? whole = Array.Find([temporary, other], name => Has(place, name, change.Old));
            VolumeError error = whole is null
                ? VolumeError.None
                : volume.Move(place.Folder, whole, place.Folder, place.Bytes);
            if (error.Failed)
            {
                return Step.Fail(volume, "it cannot get its name back", error);
            }

            if (whole == temporary)
            {
                return null;
            }
        }

        bool isWritten = Has(place, place.Bytes, written);
        if (Has(place, temporary, change.Old) || Has(place, temporary, change.New)
            || (!isWritten && IsPartOf(place, temporary, change, written)))
        {
            VolumeError error = volume.Remove(place.Folder, temporary);
            return error.Failed ? Step.Done.NotRemoved("the temporary file", temporary, volume, error) : null;
        }

        if (!isWritten)
        {
            return Step.Unfinished($"there is an unknown file {Encoding.ASCII.GetString(temporary)} next to it");
        }

        // Another program's file came out, and the run was interrupted before it could be put back.
        Step step = _restorer.Replace(place, temporary, other, name => Has(place, name, written), static () => false);
        return step.IsDone ? s_changed : step;
    }

    private bool Exists(Place place, ReadOnlySpan<byte> name) =>
        volume.Stat(place.Folder, name, LinkPolicy.Stay, FactFields.None, out _).Kind != VolumeErrorKind.Vanished;

    private long AllocatedOf(Place place, byte[] name) =>
        volume.Stat(place.Folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
            ? 0 : facts.Allocated;

    private bool Has(Place place, ReadOnlySpan<byte> name, FileVersion version) =>
        _contents.Has(place.Folder, name, version);

    // Written from the file under the name, which has the other content, or from none. What a copy is made of is still
    // there while the copy is incomplete.
    private bool IsPartOf(Place place, byte[] name, TagChange change, FileVersion written)
    {
        if (!change.Source.IsEmpty)
        {
            return !volume.Stat(place.Folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
                && facts.Kind == EntryKind.File && facts.Size <= written.Size;
        }

        FileVersion other = written == change.New ? change.Old : change.New;
        IReadOnlyList<MediaEdit> edits = written == change.New ? change.Edits : MediaEdit.Reverse(change.Edits);
        bool isThere = !volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out _).Failed;
        bool isPart = _contents.IsPart(
            place.Folder, name, new EditedSource(new OpenMedia(volume, file, other.Size), edits));
        if (isThere)
        {
            volume.Close(file);
        }

        return isPart;
    }

    private static byte[] First(TagChange change) => Encoding.ASCII.GetBytes(change.Temporary);

    private static byte[] Second(TagChange change) => TemporaryName.SecondOf(First(change));
}
