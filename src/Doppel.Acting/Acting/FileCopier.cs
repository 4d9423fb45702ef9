using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes a copy of an open file under a temporary name: content, owner, mode, attributes and times.</summary>
/// <remarks>The copy is whole and on the disk before it gets its own name. Not thread-safe.</remarks>
internal sealed class FileCopier(IChangeableVolume volume, ContentProof proof)
{
    // rw-------: nobody else reads it before it has its own owner and mode.
    private const uint PrivateMode = 0x180;

    /// <summary>Copies a file.</summary>
    /// <param name="from">The file, open for reading.</param>
    /// <param name="size">Its length in bytes.</param>
    /// <param name="folder">Where the copy is made.</param>
    /// <param name="temporary">Its bare name, which must be free.</param>
    /// <param name="facts">Owner, mode and times of the copy.</param>
    /// <param name="extras">Its attributes and flags.</param>
    /// <param name="made">What the copy is.</param>
    /// <returns>The first error; then no copy is left.</returns>
    internal VolumeError Copy(
        FileHandle from, long size, FolderHandle folder, ReadOnlySpan<byte> temporary, in FileFacts facts,
        FileExtras extras, out FileFacts made)
    {
        FileFacts wanted = facts;
        VolumeError error = Make(
            folder, temporary, copy => proof.Copy(from, volume, copy, size, out _),
            copy => volume.Restore(copy, wanted, extras), out FileHandle file, out made);
        if (!error.Failed)
        {
            volume.Close(file);
        }

        return error;
    }

    /// <summary>Makes a file whose content the caller writes.</summary>
    /// <param name="folder">Where it is made.</param>
    /// <param name="temporary">Its bare name, which must be free.</param>
    /// <param name="write">Writes the content.</param>
    /// <param name="restore">
    /// Restores owner, mode, attributes, flags and times, after the content is on the disk.
    /// </param>
    /// <param name="file">The open file, to be closed once; <see cref="FileHandle.None"/> after a failure.</param>
    /// <param name="made">What the file is.</param>
    /// <returns>The first error; then no file is left.</returns>
    internal VolumeError Make(
        FolderHandle folder, ReadOnlySpan<byte> temporary, Func<FileHandle, VolumeError> write,
        Func<FileHandle, VolumeError> restore, out FileHandle file, out FileFacts made)
    {
        made = default;
        VolumeError error = volume.MakeFile(folder, temporary, PrivateMode, out file);
        if (error.Failed)
        {
            return error;
        }

        error = write(file);
        error = error.Failed ? error : volume.Sync(file);
        error = error.Failed ? error : restore(file);
        error = error.Failed ? error : volume.Sync(file);
        error = error.Failed ? error : volume.Stat(file, out made);
        if (error.Failed)
        {
            volume.Close(file);
            file = FileHandle.None;
            volume.Remove(folder, temporary);
        }

        return error;
    }
}
