using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Says which copies of a search are on saved volumes, and gives them their digests.</summary>
/// <remarks>Such a copy is never opened. If its content is not known, it is excluded from matching.</remarks>
internal sealed class SavedCopies
{
    private const int CopiesPerTurn = 8192;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly SavedVolume?[] _volumes;

    private SavedCopies(PathTree tree, CopyTable copies, SavedVolume?[] volumes) =>
        (_tree, _copies, _volumes) = (tree, copies, volumes);

    /// <summary>
    /// Gets the number of copies that may be equal to one on a saved volume whose content is not known: they have its
    /// size.
    /// </summary>
    internal long Undecided { get; private set; }

    /// <summary>
    /// Creates an instance after all files were listed, or returns null if none is on a saved volume.
    /// </summary>
    internal static SavedCopies? For(PathTree tree, CopyTable copies)
    {
        var volumes = new SavedVolume?[tree.Devices.Count];
        for (int i = 0; i < volumes.Length; i++)
        {
            volumes[i] = tree.Devices[i].Volume as SavedVolume;
        }

        return Array.Exists(volumes, static volume => volume is not null)
            ? new SavedCopies(tree, copies, volumes)
            : null;
    }

    /// <summary>Returns the saved volume that a copy is on, or null if it is on a disk.</summary>
    internal SavedVolume? VolumeOf(int copy) => _volumes[_copies.DeviceOf(copy)];

    /// <summary>Returns whether a copy is on a saved volume.</summary>
    internal bool Contains(int copy) => VolumeOf(copy) is not null;

    /// <summary>Returns whether a copy of this size is on a saved volume.</summary>
    internal bool AnyIn(CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            if (Contains(copy))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Gives the saved copies their digests, as far as other copies have their size.</summary>
    internal void LoadDigests(SearchContext context)
    {
        using NativeList<ulong> asked = CopiesByPlace();
        context.WorkerPool.Run(Job.Computing(asked.Count, CopiesPerTurn, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                Load((int)asked[i]);
            }
        }));
        foreach (CopyRun run in _copies.Runs)
        {
            CountUndecided(run);
        }
    }

    // Records are read in the order of the file: each copy with the position of its block in the upper half.
    private NativeList<ulong> CopiesByPlace()
    {
        const int BlockShift = 30;
        var asked = new NativeList<ulong>();
        foreach (CopyRun run in _copies.Runs)
        {
            for (int copy = run.First; run.Count > 1 && copy < run.First + run.Count; copy++)
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
        bool isKnown = VolumeOf(copy)!.TryGetDigest(_copies.IdentityOf(copy).Inode, out Digest128 digest);
        _copies.Digests[copy] = digest;
        _copies.States[copy] = isKnown ? CopyState.Hashed : CopyState.Failed;
    }

    private void CountUndecided(CopyRun run)
    {
        int unknown = 0;
        for (int copy = run.First; run.Count > 1 && copy < run.First + run.Count; copy++)
        {
            unknown += Contains(copy) && _copies.States[copy] == CopyState.Failed ? 1 : 0;
        }

        Undecided += unknown > 0 ? run.Count - unknown : 0;
    }
}
