using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Tells which files on saved volumes can be equal to a file on a disk, before they are listed: the others take no
/// memory.
/// </summary>
/// <remarks>
/// By size at first. Once the files on disks have been read that have to be compared with saved digests anyway, also by
/// digest. Lets through all files that take part in a group or in a count of what cannot be compared, and some others.
/// Takes 18 to 36 bytes for each size on disks, and 3 to 6 for each file there that was read, until the scan ends.
/// </remarks>
internal sealed class ContentsOnDisk : IDisposable
{
    // The size is that of a saved file with an XXH3-128 digest, so that all files on disks of this size are read.
    private const byte HasDigest = 1;

    // The size is that of a saved file that a list has another digest of, or that the source of a list is asked about.
    // What has to be read of files on disks is known only later then.
    private const byte HasOther = 2;

    private readonly SizeMarks _sizes = new();
    private RepeatFilter[] _digests = [];

    /// <summary>Collects the sizes of the files on disks.</summary>
    /// <param name="tree">All files on disks.</param>
    internal ContentsOnDisk(PathTree tree)
    {
        using var sizes = new NativeBuffer<long>(NodeChunk.Length);
        foreach (NodeChunk chunk in tree.Chunks)
        {
            if (chunk is FileChunk files)
            {
                files.CopySizes(sizes.Span);
                foreach (long size in sizes.Span[..files.Count])
                {
                    if (size != FileChunk.ForgottenSize)
                    {
                        _sizes.Add(size);
                    }
                }
            }
        }
    }

    public void Dispose()
    {
        _sizes.Dispose();
        Array.ForEach(_digests, static digests => digests.Dispose());
    }

    /// <summary>Finds out the digests of the files on disks that a search compares with saved digests.</summary>
    /// <param name="options">The search.</param>
    /// <param name="volumes">The saved volumes.</param>
    /// <param name="digestsOf">Returns the digests of the files on disks that have a size.</param>
    /// <param name="cancellation">Cancels the operation. No saved volume must be listed then.</param>
    internal void Read(
        FindOptions options, SavedVolume[] volumes, Func<Predicate<long>, NativeList<Digest128>> digestsOf,
        CancellationToken cancellation)
    {
        if (!TryMark(options, volumes, cancellation))
        {
            return;
        }

        using NativeList<Digest128> digests = digestsOf(IsRead);
        _digests = [new RepeatFilter(digests.Count), new RepeatFilter(digests.Count), new RepeatFilter(digests.Count)];
        foreach (Digest128 digest in digests)
        {
            _digests[0].Add((long)digest.Low);
            _digests[1].Add((long)digest.High);
            _digests[2].Add(MixOf(digest));
        }
    }

    /// <summary>
    /// Returns whether a file can be equal to one on a disk, or leaves open whether one on a disk is equal to it.
    /// </summary>
    /// <param name="volume">Its saved volume.</param>
    /// <param name="inode">Its inode number.</param>
    /// <param name="size">Its size.</param>
    internal bool MayMatter(SavedVolume volume, ulong inode, long size)
    {
        if (size == SavedFile.UnknownSize)
        {
            return true;
        }

        if (!_sizes.TryGet(size, out byte flags))
        {
            return false;
        }

        return _digests.Length == 0 || flags != HasDigest || !volume.TryGetFile(inode, out SavedFile file)
            || file.Digest is not { } digest || MayHave(digest);
    }

    private static long MixOf(Digest128 digest) => (long)(digest.Low + ulong.RotateLeft(digest.High, 32));

    // A volume of which only a part is searched, or not all names, may have sizes that no file on a disk has to be read
    // for. A file of unknown size is compared with all.
    private bool TryMark(FindOptions options, SavedVolume[] volumes, CancellationToken cancellation)
    {
        bool isAnyWhole = false;
        foreach (SavedVolume volume in volumes)
        {
            bool isWhole = !options.Filter.DependsOnNames && Array.TrueForAll(
                [.. volume.Description.Roots], root => IsAmong(options.Roots, volume, root.Path.Span));
            isAnyWhole |= isWhole;
            bool hasAnyTime = volume.Description.Algorithms.Count > 0;
            bool isMarked = volume.ReadFiles(file =>
            {
                if (file.FirstName == 0 && (hasAnyTime || options.Filter.HasWantedTime(file.Modified)))
                {
                    Mark(file, volume, isWhole);
                }

                return file.Size != SavedFile.UnknownSize && !cancellation.IsCancellationRequested;
            });
            if (!isMarked)
            {
                return false;
            }
        }

        return isAnyWhole;
    }

    private static bool IsAmong(IReadOnlyList<FindRoot> roots, SavedVolume volume, ReadOnlySpan<byte> path)
    {
        bool isAmong = false;
        for (int i = 0; !isAmong && i < roots.Count; i++)
        {
            isAmong = roots[i].Volume == volume && roots[i].Path.Span.SequenceEqual(path);
        }

        return isAmong;
    }

    private void Mark(in SavedFile file, SavedVolume volume, bool isWhole)
    {
        if (file.Digest is not null)
        {
            _sizes.Mark(file.Size, isWhole ? HasDigest : (byte)0);
        }
        else if (file.Listed is not null || volume.Source is not null)
        {
            _sizes.Mark(file.Size, HasOther);
        }
    }

    private bool IsRead(long size) => _sizes.TryGet(size, out byte flags) && flags == HasDigest;

    private bool MayHave(Digest128 digest) =>
        _digests[0].MayHave((long)digest.Low) && _digests[1].MayHave((long)digest.High)
        && _digests[2].MayHave(MixOf(digest));
}
