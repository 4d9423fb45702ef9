using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores sidecars that a run has created or replaced, and removes copies of companions.</summary>
/// <remarks>
/// The content under the name and under the temporary names shows where a run or an undo was interrupted.
/// </remarks>
internal sealed class SidecarRestorer(
    IChangeableVolume volume, FolderPool folders, FileCopier copier, FileProof proof)
{
    private static readonly Step s_changed = Step.Skip("it is no longer as the run left it");

    private readonly NameRestorer _restorer = new(volume);

    /// <summary>Returns whether a sidecar has what the run has written.</summary>
    internal bool IsAsLeft(SidecarChange change) => !folders.Find(change.Name, out Place place).Failed
        && IsNew(place, place.Bytes, change);

    /// <summary>Gives a sidecar its old content, or removes one that the run has created.</summary>
    internal Step Reverse(SidecarChange change)
    {
        if (Clear(change, out Place place) is { } left)
        {
            return left;
        }

        if (change.Was is not { } was)
        {
            if (IsNew(place, place.Bytes, change))
            {
                return _restorer.Remove(place, Second(change), name => IsNew(place, name, change), change.Name);
            }

            return Exists(place, place.Bytes) ? s_changed : Step.Idle("it is unchanged");
        }

        if (!IsNew(place, place.Bytes, change))
        {
            return Has(place, place.Bytes, change.Old) ? Step.Idle("it is unchanged") : s_changed;
        }

        Step made = copier.Make(
            place.Folder, Second(change), change.Extras, file => volume.Write(file, 0, change.Old),
            file => volume.Restore(file, was, change.Extras) || volume.Sync(file), "it cannot be rebuilt",
            out FileHandle file, out _);
        if (!made.IsDone)
        {
            return made;
        }

        volume.Close(file);
        return _restorer.Replace(place, Second(change), First(change), name => IsNew(place, name, change));
    }

    /// <summary>Removes what an interrupted run or undo has left beside a sidecar, or puts it back.</summary>
    /// <param name="change">The change.</param>
    /// <param name="place">The location of the sidecar.</param>
    /// <returns>Why that is not possible, or null on success.</returns>
    internal Step? Clear(SidecarChange change, out Place place)
    {
        VolumeError error = folders.Find(change.Name, out place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        Place at = place;
        if (Clear(at, First(change), Second(change), change, isNew: true) is { } left)
        {
            return left;
        }

        if (change.Was is not null)
        {
            return Clear(at, Second(change), First(change), change, isNew: false);
        }

        Step removed = _restorer.FinishRemove(at, Second(change), name => IsNew(at, name, change), change.Name);
        return removed.IsDone ? null : removed;
    }

    // The file that is written under the temporary name is incomplete only as long as the name has the other content.
    private Step? Clear(Place place, byte[] temporary, byte[] other, SidecarChange change, bool isNew)
    {
        if (!Exists(place, temporary))
        {
            return null;
        }

        if (!Exists(place, place.Bytes) && change.Was is not null)
        {
            // Without an exchange of names, the old sidecar was moved aside.
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

        bool isWritten = IsWritten(place.Bytes.ToArray());
        if (Has(place, temporary, change.Old) || IsNew(place, temporary, change)
            || (!isWritten && IsPart(place, temporary, change, isNew)))
        {
            VolumeError error = volume.Remove(place.Folder, temporary);
            return error.Failed ? Step.Done.NotRemoved("the temporary file", temporary, volume, error) : null;
        }

        if (!isWritten)
        {
            return Step.Unfinished($"there is an unknown file {Encoding.ASCII.GetString(temporary)} next to it");
        }

        // Another program's file came out, and the run was interrupted before it could be put back.
        Step step = _restorer.Replace(place, temporary, other, IsWritten, static () => false);
        return step.IsDone ? s_changed : step;

        bool IsWritten(byte[] name) => isNew ? IsNew(place, name, change) : Has(place, name, change.Old);
    }

    private bool Exists(Place place, ReadOnlySpan<byte> name) =>
        volume.Stat(place.Folder, name, LinkPolicy.Stay, FactFields.None, out _).Kind != VolumeErrorKind.Vanished;

    private bool Has(Place place, ReadOnlySpan<byte> name, byte[] content) =>
        Read(place, name) is { } found && found.AsSpan().SequenceEqual(content);

    private bool IsNew(Place place, ReadOnlySpan<byte> name, SidecarChange change) => change.Source.IsEmpty
        ? Has(place, name, change.New)
        : proof.IsAt(place.Folder, name, change.Size, change.Digest);

    // After a power failure, a part that was not flushed may consist of zeros. What a copy is made of is still there
    // while the copy is incomplete.
    private bool IsPart(Place place, byte[] name, SidecarChange change, bool isNew)
    {
        if (!change.Source.IsEmpty)
        {
            return !volume.Stat(place.Folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
                && facts.Kind == EntryKind.File && facts.Size <= change.Size;
        }

        byte[] whole = isNew ? change.New : change.Old;
        return Read(place, name) is { } found && whole.AsSpan().StartsWith(found.AsSpan().TrimEnd((byte)0));
    }

    private byte[]? Read(Place place, ReadOnlySpan<byte> name)
    {
        string? unread = SidecarFile.Read(volume, place.Folder, name, out byte[] content, out FileFacts? facts);
        return unread is null && facts is not null ? content : null;
    }

    private static byte[] First(SidecarChange change) => Encoding.ASCII.GetBytes(change.Temporary);

    private static byte[] Second(SidecarChange change) => TemporaryName.SecondOf(First(change));
}
