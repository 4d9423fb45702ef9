using System.Numerics;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Determines which copies are stored in the same blocks of their device. Such copies have equal content without being
/// read.
/// </summary>
/// <remarks>
/// <para>
/// Only files that are open anyway are mapped, and a map is valid only while the file's metadata stays what it was at
/// opening. If a file system moves blocks in the meantime (balancing, defragmenting) and reuses their place, no
/// metadata shows it. A map is therefore never a reason to change a file.
/// </para>
/// <para>
/// Takes 16 bytes per copy, plus 4 while matching, on file systems that can share blocks, and nothing elsewhere.
/// </para>
/// </remarks>
internal sealed class SharedExtents : IDisposable
{
    private const int Nowhere = -1;

    // 4 KiB to 4 MiB. If an entry is overwritten, the only consequence is that a duplicate is read.
    private const int SharersMin = 1 << 10;
    private const int SharersMax = 1 << 20;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly int[] _spaces;
    private readonly NativeBuffer<Digest128> _maps;
    private readonly NativeBuffer<int> _sharers;
    private readonly List<(int Rider, int Leader)> _riders = [];

    private SharedExtents(PathTree tree, CopyTable copies, int[] spaces, ProofDemand proof)
    {
        _tree = tree;
        _copies = copies;
        _spaces = spaces;
        SparesReading = proof == ProofDemand.Standard;
        _maps = new NativeBuffer<Digest128>(copies.Count);
        _maps.Span.Clear();
        int sharers = (int)Math.Clamp(BitOperations.RoundUpToPowerOf2((uint)copies.Count), SharersMin, SharersMax);
        _sharers = new NativeBuffer<int>(sharers);
        _sharers.Span.Fill(Nowhere);
    }

    /// <summary>
    /// Gets whether copies that share all extents need not be read. False if every group must be proved byte by byte.
    /// </summary>
    internal bool SparesReading { get; }

    /// <summary>
    /// Creates an instance for a search that has listed all files, or returns null if none of them is where blocks can
    /// be shared.
    /// </summary>
    /// <param name="tree">The paths.</param>
    /// <param name="copies">The copies.</param>
    /// <param name="proof">What counts as proof.</param>
    /// <param name="kept">What was found out about some of the files before, or null.</param>
    internal static SharedExtents? For(
        PathTree tree, CopyTable copies, ProofDemand proof, ExtentMaps? kept = null)
    {
        int[] spaces = new int[tree.Devices.Count];
        bool any = false;
        for (int i = 0; i < spaces.Length; i++)
        {
            spaces[i] = kept?.IsSilent(i) == true ? Nowhere : SpaceOf(tree.Devices, i);
            any |= spaces[i] >= 0;
        }

        if (!any || copies.Count == 0)
        {
            return null;
        }

        var shared = new SharedExtents(tree, copies, spaces, proof);
        for (int copy = 0; kept is not null && copy < copies.Count; copy++)
        {
            shared.Note(copy, kept.MapOf(copies.FirstNameOf(copy)));
        }

        return shared;
    }

    public void Dispose()
    {
        _maps.Dispose();
        _sharers.Dispose();
    }

    /// <summary>Returns what is known so far, for another table of copies. The caller disposes it.</summary>
    internal ExtentMaps Keep()
    {
        var kept = new ExtentMaps(_spaces);
        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (IsMapped(copy))
            {
                foreach (int name in _copies.NamesOf(copy))
                {
                    kept.Add(name < 0 ? ~name : name, _maps[copy]);
                }
            }
        }

        kept.Sort();
        return kept;
    }

    /// <summary>
    /// Returns the file system that holds a name, as a number of this search, or -1 if nothing can be shared there.
    /// </summary>
    internal int SpaceOf(PathId name) => Volatile.Read(ref _spaces[_tree.MarkOf(name).Device]);

    /// <summary>Records that a file system cannot report extents after all.</summary>
    internal void StopAsking(int space)
    {
        foreach (ref int other in _spaces.AsSpan())
        {
            if (other == space)
            {
                Volatile.Write(ref other, Nowhere);
            }
        }
    }

    internal void Note(int copy, Digest128 map) => _maps[copy] = map;

    /// <summary>
    /// Returns a copy's map. It is equal for copies stored in the same blocks, and <c>default</c> if unknown.
    /// </summary>
    internal Digest128 MapOf(int copy) => _maps[copy];

    internal bool IsMapped(int copy) => _maps[copy] != default;

    internal bool AreOne(int left, int right) => IsMapped(left) && _maps[left] == _maps[right];

    /// <summary>
    /// Publishes a copy for <see cref="SharerOf"/> of others with the same map. Its digest and state must be written
    /// first.
    /// </summary>
    internal void Offer(int copy) => Volatile.Write(ref SharerSlot(copy), copy);

    /// <summary>Returns an available copy with the same map, or -1.</summary>
    internal int SharerOf(int copy)
    {
        int sharer = Volatile.Read(ref SharerSlot(copy));
        return sharer >= 0 && AreOne(sharer, copy) ? sharer : Nowhere;
    }

    /// <summary>
    /// Returns whether all of these copies are stored in the same blocks, and that counts as proof without reading.
    /// </summary>
    internal bool AreAllOne(ReadOnlySpan<int> equal)
    {
        bool one = SparesReading;
        for (int i = 1; one && i < equal.Length; i++)
        {
            one = AreOne(equal[0], equal[i]);
        }

        return one;
    }

    /// <summary>
    /// Leaves out copies stored in the same blocks as another copy. <see cref="HashRiders"/> handles them later.
    /// </summary>
    /// <param name="equal">Copies of the same size.</param>
    /// <returns>The remaining copies, smallest first.</returns>
    internal ReadOnlySpan<int> WithoutRiders(ReadOnlySpan<int> equal)
    {
        if (!SparesReading || !AnyMapped(equal))
        {
            return equal;
        }

        int[] leaders = equal.ToArray();
        leaders.AsSpan().Sort((left, right) =>
        {
            int byMap = _maps[left].CompareTo(_maps[right]);
            return byMap != 0 ? byMap : left.CompareTo(right);
        });
        int kept = 0;
        for (int i = 0; i < leaders.Length; i++)
        {
            if (kept > 0 && AreOne(leaders[kept - 1], leaders[i]))
            {
                _riders.Add((leaders[i], leaders[kept - 1]));
            }
            else
            {
                leaders[kept++] = leaders[i];
            }
        }

        Span<int> left = leaders.AsSpan(0, kept);
        left.Sort();
        return left;
    }

    /// <summary>Assigns to the copies that were left out the digests of the copies stored in the same blocks.</summary>
    /// <param name="hashed">The copies that were to be hashed. Those that were left out are added.</param>
    /// <param name="adopted">Called for each copy that got the digest of another one.</param>
    /// <param name="hash">Hashes a copy itself, if the other one could not be hashed or has changed.</param>
    internal void HashRiders(NativeList<int> hashed, Action<int> adopted, Action<int> hash)
    {
        int failed = Nowhere;
        int instead = Nowhere;
        foreach ((int rider, int first) in _riders)
        {
            // Riders of the same leader are adjacent. The first one that has to be hashed itself leads the others.
            int leader = first == failed ? instead : first;
            if (_copies.States[leader] == CopyState.Hashed && AreOne(leader, rider))
            {
                _copies.Digests[rider] = _copies.Digests[leader];
                _copies.States[rider] = CopyState.Hashed;
                adopted(rider);
            }
            else
            {
                hash(rider);
                (failed, instead) = (first, rider);
            }

            hashed.Add(rider);
        }

        _riders.Clear();
        hashed.Span.Sort();
    }

    /// <summary>Returns the number of distinct places on the device that hold the content of these copies.</summary>
    internal int StoragesOf(ReadOnlySpan<int> members)
    {
        if (!AnyMapped(members))
        {
            return members.Length;
        }

        Digest128[] maps = new Digest128[members.Length];
        for (int i = 0; i < maps.Length; i++)
        {
            maps[i] = _maps[members[i]];
        }

        Array.Sort(maps);
        int storages = 1;
        for (int i = 1; i < maps.Length; i++)
        {
            storages += maps[i] == default || maps[i] != maps[i - 1] ? 1 : 0;
        }

        return storages;
    }

    /// <summary>Returns the indexes of members that share all extents, as lists of two or more.</summary>
    /// <returns>The lists, ordered by first member, or null if no members share.</returns>
    internal IReadOnlyList<IReadOnlyList<int>>? ListsOf(ReadOnlySpan<int> members)
    {
        if (!AnyMapped(members))
        {
            return null;
        }

        var byMap = new OrderedDictionary<Digest128, List<int>>();
        for (int i = 0; i < members.Length; i++)
        {
            if (IsMapped(members[i]))
            {
                if (!byMap.TryGetValue(_maps[members[i]], out List<int>? sharing))
                {
                    byMap.Add(_maps[members[i]], sharing = []);
                }

                sharing.Add(i);
            }
        }

        List<int>[] lists = [.. byMap.Values.Where(static sharing => sharing.Count > 1)];
        return lists.Length > 0 ? lists : null;
    }

    private static int SpaceOf(SearchDevices devices, int number)
    {
        SearchDevices.Entry device = devices[number];

        // If a single file is mounted over another one, only the mount of its folder is known.
        bool isKnown = device.Mount.Device == device.Device && device.Mount.FileSystemId != 0;
        if (!isKnown || (device.Mount.Traits & FileSystemTraits.SharedExtents) == 0)
        {
            return Nowhere;
        }

        int space = 0;
        while (!ReferenceEquals(devices[space].Volume, device.Volume)
            || devices[space].Mount.FileSystemId != device.Mount.FileSystemId)
        {
            space++;
        }

        return space;
    }

    private bool AnyMapped(ReadOnlySpan<int> copies)
    {
        foreach (int copy in copies)
        {
            if (IsMapped(copy))
            {
                return true;
            }
        }

        return false;
    }

    private ref int SharerSlot(int copy) => ref _sharers[(int)_maps[copy].Low & (_sharers.Length - 1)];
}
