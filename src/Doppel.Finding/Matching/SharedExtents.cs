using System.Numerics;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Which copies have the same blocks on their device: such copies are of one content without reading.
/// </summary>
/// <remarks>
/// <para>
/// A map is taken only of a file that is open anyway, and counts only while the file's facts stay what they were at its
/// opening. What a file system moves about in between (balancing, defragmenting) while something new takes its place
/// shows in no facts: so a map is never a reason to change a file.
/// </para>
/// <para>16 bytes for each copy, and 4 while matching, on file systems that can share blocks. Nothing elsewhere.</para>
/// </remarks>
internal sealed class SharedExtents : IDisposable
{
    private const int Nowhere = -1;

    // 4 MiB. A twin that was pushed out is read, no more.
    private const int TwinsMax = 1 << 20;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly int[] _spaces;
    private readonly NativeBuffer<Digest128> _maps;
    private readonly NativeBuffer<int> _twins;
    private readonly List<(int Rider, int Leader)> _riders = [];

    private SharedExtents(PathTree tree, CopyTable copies, int[] spaces, ProofDemand proof)
    {
        _tree = tree;
        _copies = copies;
        _spaces = spaces;
        SparesReading = proof == ProofDemand.Standard;
        _maps = new NativeBuffer<Digest128>(copies.Count);
        _maps.Span.Clear();
        int twins = (int)Math.Min(BitOperations.RoundUpToPowerOf2((uint)copies.Count), TwinsMax);
        _twins = new NativeBuffer<int>(twins);
        _twins.Span.Fill(Nowhere);
    }

    /// <summary>
    /// Whether what shares its blocks is spared reading; not so where every group is to be proved by bytes.
    /// </summary>
    internal bool SparesReading { get; }

    /// <summary>For a search that has listed all files; null if none of them lies where blocks can be shared.</summary>
    internal static SharedExtents? For(PathTree tree, CopyTable copies, ProofDemand proof)
    {
        int[] spaces = new int[tree.Devices.Count];
        bool any = false;
        for (int i = 0; i < spaces.Length; i++)
        {
            spaces[i] = SpaceOf(tree.Devices, i);
            any |= spaces[i] >= 0;
        }

        return any && copies.Count > 1 ? new SharedExtents(tree, copies, spaces, proof) : null;
    }

    public void Dispose()
    {
        _maps.Dispose();
        _twins.Dispose();
    }

    /// <summary>
    /// The file system that a name lies on, as a number of this search; -1 where nothing can be shared.
    /// </summary>
    internal int SpaceOf(PathId name) => Volatile.Read(ref _spaces[_tree.MarkOf(name).Device]);

    /// <summary>Notes that a file system cannot tell after all.</summary>
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

    /// <summary>Equal for copies that share their blocks; default where nothing is known.</summary>
    internal Digest128 MapOf(int copy) => _maps[copy];

    internal bool IsMapped(int copy) => _maps[copy] != default;

    internal bool AreOne(int left, int right) => IsMapped(left) && _maps[left] == _maps[right];

    /// <summary>Makes a copy known by its map. Its digest and state are written before.</summary>
    internal void Offer(int copy) => Volatile.Write(ref TwinSlot(copy), copy);

    /// <summary>A copy with the same map that was offered, or -1.</summary>
    internal int TwinOf(int copy)
    {
        int twin = Volatile.Read(ref TwinSlot(copy));
        return twin >= 0 && AreOne(twin, copy) ? twin : Nowhere;
    }

    /// <summary>Whether all of these copies have the same blocks, and that may stand for reading.</summary>
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
    /// Leaves out copies whose blocks are those of another: <see cref="HashRiders"/> deals with them.
    /// </summary>
    /// <param name="equal">Copies of one size.</param>
    /// <returns>The others, smallest first.</returns>
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

    /// <summary>Gives the copies that were left out the digests of those that have the same blocks.</summary>
    /// <param name="hashed">The copies that were to be hashed; those that were left out join them.</param>
    /// <param name="hash">Hashes one after all, where the other could not be hashed or has changed.</param>
    internal void HashRiders(NativeList<int> hashed, Action<int> hash)
    {
        int failed = Nowhere;
        int instead = Nowhere;
        foreach ((int rider, int first) in _riders)
        {
            // Riders of one leader stand together; the first of them that has to be hashed leads the others.
            int leader = first == failed ? instead : first;
            if (_copies.States[leader] == CopyState.Hashed && AreOne(leader, rider))
            {
                _copies.Digests[rider] = _copies.Digests[leader];
                _copies.States[rider] = CopyState.Hashed;
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

    /// <summary>How many different places on the device the content of these copies takes up.</summary>
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

    /// <summary>Indexes of the members that share their blocks, each two or more that do so as one list.</summary>
    /// <returns>In the order of their first members; null if none share.</returns>
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

    private static int SpaceOf(DeviceTable devices, int number)
    {
        DeviceTable.Entry device = devices[number];

        // Of a single file that is mounted over another only the mount of its folder is known.
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

    private ref int TwinSlot(int copy) => ref _twins[(int)_maps[copy].Low & (_twins.Length - 1)];
}
