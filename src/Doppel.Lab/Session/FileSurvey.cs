using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>
/// Reads every file once before anything is timed, to determine the expected digests and the files that cannot be read.
/// </summary>
internal static class FileSurvey
{
    private const int Readers = 8;
    private const int BlockBytes = 256 * 1024;

    /// <summary>Creates the set of a size class.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="sizes">The size class.</param>
    /// <param name="files">The files of the class.</param>
    /// <param name="leftOut">Receives the files that cannot be read.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    internal static FileSet Look(
        IVolume volume, SizeClass sizes, List<LabFile> files, List<LeftOutFile> leftOut,
        CancellationToken cancellation)
    {
        var digests = new Digest128[files.Count];
        string?[] reasons = new string?[files.Count];
        var run = new ReadRun { Volume = volume, Files = files };
        ReaderTeam.Read(run, Readers, () =>
        {
            byte[] block = new byte[BlockBytes];
            return i => reasons[i] = cancellation.IsCancellationRequested
                ? ""
                : WhyNot(volume, files[i], block, out digests[i]);
        });
        var good = new List<LabFile>();
        var of = new List<Digest128>();
        for (int i = 0; i < files.Count; i++)
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            if (reasons[i] is { } reason)
            {
                leftOut.Add(new LeftOutFile(files[i].Path, reason));
            }
            else
            {
                good.Add(files[i]);
                of.Add(digests[i]);
            }
        }

        return new FileSet(sizes, good, of);
    }

    /// <summary>Returns why a file is no longer as it was surveyed, or null if it is unchanged.</summary>
    internal static string? WhyChanged(IVolume volume, LabFile file, Digest128 was)
    {
        string? reason = WhyNot(volume, file, new byte[BlockBytes], out Digest128 now);
        return reason ?? (now == was ? null : "it changed while the lab worked");
    }

    private static string? WhyNot(IVolume volume, LabFile file, byte[] block, out Digest128 digest)
    {
        digest = default;
        VolumeError error = volume.OpenFile(FolderHandle.None, file.Path, out FileHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            return volume.Describe(error);
        }

        var state = new Xxh3State();
        long offset = 0;
        for (int got = block.Length; !error.Failed && got == block.Length && offset <= file.Size; offset += got)
        {
            error = volume.Read(handle, offset, block, out got);
            state.Append(block.AsSpan(0, got));
        }

        volume.Close(handle);
        digest = state.GetDigest();
        if (error.Failed)
        {
            return volume.Describe(error);
        }

        return facts.Inode != file.Inode || offset != file.Size ? "it changed while the lab looked at it" : null;
    }
}
