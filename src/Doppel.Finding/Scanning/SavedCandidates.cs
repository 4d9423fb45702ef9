using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>
/// Tells which files on saved volumes can be equal to another file, before they are listed: the others take no memory.
/// </summary>
/// <remarks>
/// Reads the files of all saved volumes once. Takes three to six bytes for each, whatever their names, until the scan
/// ends. Lets through all files that take part in a group or in a count of what cannot be compared, and some others.
/// Beside disks, <see cref="ContentsOnDisk"/> decides.
/// </remarks>
internal sealed class SavedCandidates : IDisposable
{
    // Stands for a file whose content is not known.
    private const DigestAlgorithm Unknown = default;

    private readonly ContentsOnDisk? _onDisks;
    private readonly RepeatFilter? _contents;
    private readonly RepeatFilter? _contentsAgain;
    private readonly RepeatFilter? _kindsOfSize;
    private readonly HashSet<DigestAlgorithm> _kinds = [];

    // Only copies on disks matter, and those equal to them.
    private SavedCandidates(ContentsOnDisk onDisks) => _onDisks = onDisks;

    private SavedCandidates(IReadOnlyList<SavedVolume> volumes)
    {
        long count = volumes.Sum(static volume => volume.Totals.Files);
        (_contents, _contentsAgain) = (new RepeatFilter(count), new RepeatFilter(count));
        _kindsOfSize = new RepeatFilter(count);
    }

    /// <summary>Finds out which files can be equal to another one.</summary>
    /// <param name="options">The search. Saved volumes are its last roots to be listed.</param>
    /// <param name="tree">All files on disks.</param>
    /// <param name="digestsOf">
    /// Returns the digests of the files on disks that have a size, or null if they must not be read yet.
    /// </param>
    /// <param name="cancellation">Cancels the operation. No saved volume must be listed then.</param>
    /// <returns>Null if all files have to be listed.</returns>
    internal static SavedCandidates? Of(
        FindOptions options, PathTree tree, Func<Predicate<long>, NativeList<Digest128>>? digestsOf,
        CancellationToken cancellation)
    {
        SavedVolume[] volumes = [.. options.Roots.Select(static root => root.Volume).OfType<SavedVolume>().Distinct()];
        if (volumes.Length == 0 || options.Uniques || options.LinkKinds != LinkKinds.None)
        {
            return null;
        }

        if (options.Roots.Any(static root => root.Volume is not SavedVolume))
        {
            if (IsComparedWithReference(options))
            {
                return null;
            }

            var onDisks = new ContentsOnDisk(tree);
            if (digestsOf is not null)
            {
                onDisks.Read(options, volumes, digestsOf, cancellation);
            }

            return new SavedCandidates(onDisks);
        }

        var candidates = new SavedCandidates(volumes);
        foreach (SavedVolume volume in volumes)
        {
            if (!volume.ReadFiles(file => candidates.Add(file) && !cancellation.IsCancellationRequested))
            {
                candidates.Dispose();
                return null;
            }
        }

        return candidates;
    }

    public void Dispose()
    {
        _onDisks?.Dispose();
        _contents?.Dispose();
        _contentsAgain?.Dispose();
        _kindsOfSize?.Dispose();
    }

    /// <summary>Returns whether a file can be equal to another one, or leaves open whether another one is.</summary>
    /// <param name="volume">Its saved volume.</param>
    /// <param name="inode">Its inode number.</param>
    /// <param name="size">Its size.</param>
    internal bool MayMatter(SavedVolume volume, ulong inode, long size)
    {
        if (_onDisks is not null)
        {
            return _onDisks.MayMatter(volume, inode, size);
        }

        return !volume.TryGetFile(inode, out SavedFile file) || MayMatter(file);
    }

    // Files on saved volumes are in groups of their own only if some of them are references and all others are not on a
    // disk.
    private static bool IsComparedWithReference(FindOptions options) =>
        options.Roots.Take(options.References).Any(static root => root.Volume is SavedVolume)
        && options.Roots.Skip(options.References).All(static root => root.Volume is SavedVolume);

    private bool MayMatter(in SavedFile file)
    {
        (DigestAlgorithm kind, long content, long again) = KeysOf(file);
        if (_contents!.MayRepeat(content) && _contentsAgain!.MayRepeat(again))
        {
            return true;
        }

        // Files of one size whose digests use different algorithms, or of which one has none, cannot be compared; they
        // are counted.
        foreach (DigestAlgorithm other in _kinds)
        {
            if (other != kind && _kindsOfSize!.MayHave(KeyOf(file.Size, other)))
            {
                return true;
            }
        }

        return false;
    }

    private bool Add(in SavedFile file)
    {
        if (file.FirstName == 0)
        {
            (DigestAlgorithm kind, long content, long again) = KeysOf(file);
            _contents!.Add(content);
            _contentsAgain!.Add(again);
            _kindsOfSize!.Add(KeyOf(file.Size, kind));
            _kinds.Add(kind);
        }

        return true;
    }

    // If only the size is known, files of equal size may be equal.
    private static (DigestAlgorithm Kind, long Content, long Again) KeysOf(in SavedFile file)
    {
        Digest128? digest = file.Digest ?? file.Listed?.Value;
        if (digest is not { } known)
        {
            return (Unknown, KeyOf(file.Size, Unknown), KeyOf(~file.Size, Unknown));
        }

        DigestAlgorithm kind = file.Digest is null ? file.Listed!.Value.Algorithm : DigestAlgorithm.Xxh3;
        return (kind, KeyOf((long)known.Low, kind), KeyOf((long)known.High, kind));
    }

    // Mixes a number and an algorithm into one key.
    private static long KeyOf(long number, DigestAlgorithm kind) =>
        number ^ unchecked((long)(((ulong)kind + 1) * 0xC2B2AE3D27D4EB4F));
}
