using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Says which copies of a search are on saved volumes, and gives them their digests.</summary>
/// <remarks>Such a copy is never opened. If its content is not known, it is excluded from matching.</remarks>
internal sealed class SavedCopies
{
    private const int CopiesPerTurn = 8192;

    private readonly CopyTable _copies;
    private readonly SavedVolume?[] _volumes;
    private readonly EarlyMatches? _early;
    private readonly bool _isAlone;

    /// <summary>Initializes an instance for copies none of which is on a saved volume or was read before.</summary>
    internal SavedCopies(CopyTable copies) => (_copies, _volumes) = (copies, []);

    /// <summary>Initializes an instance after all files were listed.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="early">What the files of lists turned out to be, and what was read before, or null.</param>
    internal SavedCopies(CopyTable copies, EarlyMatches? early)
        : this(copies)
    {
        SearchDevices devices = copies.Tree.Devices;
        var volumes = new SavedVolume?[devices.Count];
        for (int i = 0; i < volumes.Length; i++)
        {
            volumes[i] = devices[i].Volume as SavedVolume;
        }

        _early = early is { IsEmpty: false } ? early : null;
        _volumes = Array.Exists(volumes, static volume => volume is not null) ? volumes : [];
        _isAlone = Array.TrueForAll(volumes, static volume => volume is not null);
        Undecided = early?.Undecided ?? 0;
    }

    /// <summary>Gets whether no copy is on a saved volume, and none was read before.</summary>
    internal bool IsEmpty => _early is null && _volumes.Length == 0;

    /// <summary>
    /// Gets the number of copies on disks, or on saved volumes if only those are searched, that may be equal to one
    /// whose content is not known: they have its size.
    /// </summary>
    internal long Undecided { get; private set; }

    /// <summary>Returns the saved volume that a copy is on, or null if it is on a disk.</summary>
    internal SavedVolume? VolumeOf(int copy) => _volumes.Length == 0 ? null : _volumes[_copies.DeviceOf(copy)];

    /// <summary>Returns whether a copy is on a saved volume.</summary>
    internal bool Contains(int copy) => VolumeOf(copy) is not null;

    /// <summary>Returns whether a copy on a disk was read before.</summary>
    internal bool IsRead(int copy) => _early?.IsRead(_copies.FirstNameOf(copy)) == true;

    /// <summary>Returns whether a copy on a disk was read before without looking at its extents.</summary>
    internal bool IsUnmapped(int copy) => _early?.IsUnmapped(_copies.FirstNameOf(copy)) == true;

    /// <summary>Returns whether a copy on a disk was read or known before, or failed.</summary>
    internal bool IsDone(int copy) => _early?.IsDone(_copies.FirstNameOf(copy)) == true;

    /// <summary>Returns whether a copy on a disk is counted in <see cref="EarlyMatches.Read"/> as known.</summary>
    internal bool IsCounted(int copy) => _early?.IsKnown(_copies.FirstNameOf(copy)) == true;

    /// <summary>Returns whether the digest of a copy is known from here, or not at all.</summary>
    internal bool Decides(int copy) => Contains(copy) || IsRead(copy);

    /// <summary>
    /// Returns whether the digest of equal copies is that of their content. Those of a list alone have another one.
    /// </summary>
    internal bool HasContent(ReadOnlySpan<int> equal) => _early?.IsKey(_copies.FirstNameOf(equal[0])) != true;

    /// <summary>Returns whether the size of a copy is known. That of a copy on a list alone need not be.</summary>
    internal bool HasSize(int copy) => _early?.HasSize(_copies.FirstNameOf(copy)) != false;

    /// <summary>Returns what equal digests of copies prove.</summary>
    internal Proof ProofOf(ReadOnlySpan<int> equal)
    {
        DigestAlgorithm weakest = DigestAlgorithm.Xxh3;
        if (_early is not null)
        {
            foreach (int copy in equal)
            {
                if (_early!.TryGetAlgorithm(_copies.FirstNameOf(copy), out DigestAlgorithm algorithm))
                {
                    weakest = ListedProof.Weaker(weakest, algorithm);
                }
            }
        }

        return ListedProof.Of(weakest);
    }

    /// <summary>
    /// Returns whether the copies of a size are compared by their digests: one is on a saved volume, or those on disks
    /// were read before.
    /// </summary>
    internal bool AnyIn(CopyRun run)
    {
        for (int copy = run.First; !IsEmpty && copy < run.First + run.Count; copy++)
        {
            if (Contains(copy) || IsDone(copy))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Gives the saved copies their digests, as far as other copies have their size. So it does for copies on disks
    /// that were read before.
    /// </summary>
    internal void LoadDigests(SearchContext context)
    {
        if (IsEmpty)
        {
            return;
        }

        using NativeList<ulong> asked = CopiesByPlace(uniques: false);
        context.WorkerPool.Run(Job.Computing(asked.Count, CopiesPerTurn, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                Load((int)asked[i]);
            }
        }));
        for (int copy = 0; _early is not null && copy < _copies.Count; copy++)
        {
            LoadRead(copy, _early);
        }

        _early?.ForgetDigests();
        foreach (CopyRun run in _copies.Runs)
        {
            CountUndecided(run);
        }
    }

    /// <summary>Reads what is known of each saved copy, also of those whose size no other copy has.</summary>
    /// <param name="context">The search, which provides the threads.</param>
    /// <param name="found">Receives each copy with what is known. Called on any thread.</param>
    internal void ReadAll(SearchContext context, Action<int, SavedFile> found)
    {
        using NativeList<ulong> asked = CopiesByPlace(uniques: true);
        context.WorkerPool.Run(Job.Computing(asked.Count, CopiesPerTurn, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                int copy = (int)asked[i];
                if (VolumeOf(copy)!.TryGetFile(_copies.IdentityOf(copy).Inode, out SavedFile file))
                {
                    found(copy, file);
                }
            }
        }));
    }

    // Records are read in the order of the file: each copy with the position of its block in the upper half.
    private NativeList<ulong> CopiesByPlace(bool uniques)
    {
        const int BlockShift = 30;
        var asked = new NativeList<ulong>();
        foreach (CopyRun run in _copies.Runs)
        {
            bool isWanted = uniques || run.Count > 1;
            for (int copy = run.First; isWanted && copy < run.First + run.Count; copy++)
            {
                if (Contains(copy))
                {
                    ulong block = Math.Min(_copies.IdentityOf(copy).Inode >> BlockShift, uint.MaxValue);
                    asked.Add((block << 32) | (uint)copy);
                }
            }
        }

        KeySorter.Sort(asked.Span);
        return asked;
    }

    private void Load(int copy)
    {
        bool isKnown = _early?.TryGet(_copies.FirstNameOf(copy), out Digest128 digest) == true
            || VolumeOf(copy)!.TryGetDigest(_copies.IdentityOf(copy).Inode, out digest);
        _copies.Digests[copy] = digest;
        _copies.States[copy] = isKnown ? CopyState.Hashed : CopyState.Failed;
    }

    private void LoadRead(int copy, EarlyMatches early)
    {
        PathId name = _copies.FirstNameOf(copy);
        if (early.IsDone(name))
        {
            bool isKnown = early.TryGet(name, out Digest128 digest);
            _copies.Digests[copy] = digest;
            _copies.States[copy] = isKnown ? CopyState.Hashed : CopyState.Failed;
        }
    }

    private void CountUndecided(CopyRun run)
    {
        int unknown = 0;
        int others = 0;
        for (int copy = run.First; run.Count > 1 && copy < run.First + run.Count; copy++)
        {
            bool isUnknown = Contains(copy) && _copies.States[copy] == CopyState.Failed;
            unknown += isUnknown ? 1 : 0;
            others += !isUnknown && (_isAlone || !Contains(copy)) ? 1 : 0;
        }

        // Several of unknown content may be equal to each other.
        int amongUnknown = _isAlone && unknown > 1 ? unknown : 0;
        Undecided += unknown > 0 ? others + amongUnknown : 0;
    }
}
