using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Copies an open file to a temporary name, with content, owner, mode, attributes and times.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class FileCopier(IChangeableVolume volume, FileProof proof)
{
    // rw-------: nobody else can read the copy before it has its final owner and mode.
    private const uint PrivateMode = 0x180;

    /// <summary>Copies a file. The copy is complete and on disk.</summary>
    /// <param name="from">The file, open for reading.</param>
    /// <param name="size">The length of the file in bytes.</param>
    /// <param name="folder">The folder in which to create the copy.</param>
    /// <param name="temporary">The bare name of the copy, which must not exist.</param>
    /// <param name="facts">The owner, mode and times of the copy.</param>
    /// <param name="extras">The attributes and flags of the copy.</param>
    /// <param name="failure">What a failure means, for its reason.</param>
    /// <param name="made">The facts of the finished copy.</param>
    /// <returns>
    /// Done, with what could not be restored as its reason, or the failure. Its reason names a copy that could not be
    /// removed again.
    /// </returns>
    internal Step Copy(
        FileHandle from, long size, FolderHandle folder, ReadOnlySpan<byte> temporary, in FileFacts facts,
        FileExtras extras, string failure, out FileFacts made)
    {
        FileFacts wanted = facts;
        string lost = "";
        Step step = Make(
            folder, temporary, extras, copy => proof.Copy(from, volume, copy, size, out _) || volume.Sync(copy),
            copy => Restore(copy, wanted, extras, out lost) || volume.Sync(copy), failure, out FileHandle file,
            out made);
        if (step.IsDone)
        {
            volume.Close(file);
        }

        return step.IsDone ? step with { Reason = lost } : step;
    }

    /// <summary>Restores the metadata of a file, and reads it back.</summary>
    /// <param name="file">The file, with its content.</param>
    /// <param name="facts">The owner, mode and times.</param>
    /// <param name="extras">The attributes and flags.</param>
    /// <param name="lost">What could not be restored, as a list of words. Empty if nothing is missing.</param>
    internal VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras, out string lost)
    {
        lost = "";
        VolumeError error = volume.Restore(file, facts, extras);
        if (!error.Failed && !volume.ReadExtras(file, out FileExtras now).Failed
            && extras.MissingIn(now) is { Count: > 0 } missing)
        {
            lost = string.Join(", ", missing);
        }

        return error;
    }

    /// <summary>Creates a file whose content the caller writes. It is not flushed to disk.</summary>
    /// <param name="folder">The folder in which to create the file.</param>
    /// <param name="temporary">The bare name of the file, which must not exist.</param>
    /// <param name="extras">The attributes and flags that the file will have. Some are set before the content.</param>
    /// <param name="write">Writes the content.</param>
    /// <param name="restore">Sets the owner, mode, attributes, flags and times.</param>
    /// <param name="failure">What a failure means, for its reason.</param>
    /// <param name="file">
    /// The open file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    /// <param name="made">The facts of the finished file.</param>
    /// <returns>Done, or the failure. Its reason names a file that could not be removed again.</returns>
    internal Step Make(
        FolderHandle folder, ReadOnlySpan<byte> temporary, FileExtras extras, Func<FileHandle, VolumeError> write,
        Func<FileHandle, VolumeError> restore, string failure, out FileHandle file, out FileFacts made)
    {
        made = default;
        VolumeError error = volume.MakeFile(folder, temporary, PrivateMode, out file);
        if (error.Failed)
        {
            return Step.Fail(volume, failure, error);
        }

        volume.Prepare(file, extras);
        error = write(file) || restore(file) || volume.Stat(file, out made);
        if (!error.Failed)
        {
            return Step.Done;
        }

        volume.Close(file);
        file = FileHandle.None;
        VolumeError removed = volume.Remove(folder, temporary);
        Step failed = Step.Fail(volume, failure, error);
        return removed.Failed ? failed.NotRemoved("the incomplete copy", temporary, volume, removed) : failed;
    }
}
