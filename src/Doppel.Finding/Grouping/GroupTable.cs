using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The groups of a search on their way from proof to report: merges, confirms and sorts them.</summary>
internal sealed partial class GroupTable : IDisposable
{
    private const int Dropped = FinalCheck.Dropped;
    private const int FilesAhead = 4;
    private const int NamesAhead = 2;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly RootDemand _roots;
    private readonly NativeList<int> _members = new();
    private readonly NativeList<GroupRow> _groups = new();
    private readonly NativeList<Digest128> _digests = new();
    private readonly NativeBuffer<CopyFacts>? _facts;
    private readonly NativeBuffer<bool>? _isUnique;
    private readonly Comparison<int> _byIdentity;
    private readonly PathSorter _sorter;
    private readonly SavedCopies _saved;

    // Whether the groups came merged and in the order of the report.
    private readonly bool _isOrdered;

    /// <summary>Initializes the table with the groups of a search.</summary>
    internal GroupTable(Candidates candidates, IEnumerable<GroupSink> sinks, FindOptions options)
        : this(candidates.Copies, candidates.Saved, candidates.Shared, sinks, options) =>
        _isOrdered = candidates.Groups is not null;

    /// <summary>Initializes the table from the contents of the sinks and the known digests.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="saved">Which copies are on saved volumes.</param>
    /// <param name="shared">Which copies share extents, or null if no files can. Disposed with the table.</param>
    /// <param name="sinks">The groups. They are disposed.</param>
    /// <param name="options">What was requested.</param>
    internal GroupTable(
        CopyTable copies, SavedCopies saved, SharedExtents? shared, IEnumerable<GroupSink> sinks, FindOptions options)
    {
        Shared = shared;
        (_tree, _copies, _saved) = (copies.Tree, copies, saved);
        _roots = new RootDemand(copies, options, saved);
        _byIdentity = copies.CompareIdentity;
        _sorter = new PathSorter(_tree);
        foreach (GroupSink sink in sinks)
        {
            Take(sink);
        }

        // Each group now has its own digest. Freeing those of all the copies makes room for later steps.
        copies.ForgetDigests();
        _facts = options.CopyFacts ? new NativeBuffer<CopyFacts>(_members.Count) : null;
        if (options.Uniques)
        {
            _isUnique = new NativeBuffer<bool>(copies.Count);
            _isUnique.Span.Fill(true);
        }
    }

    internal NativeList<GroupRow> Groups => _groups;

    /// <summary>Gets which copies share extents, or null if no files can. It is disposed with the table.</summary>
    internal SharedExtents? Shared { get; }

    /// <summary>Gets the number of copies in groups.</summary>
    internal int MemberCount
    {
        get
        {
            int count = 0;
            foreach (GroupRow group in _groups)
            {
                count += group.Count;
            }

            return count;
        }
    }

    /// <summary>Gets the number of copies in all groups that do not stay.</summary>
    internal int RedundantFiles
    {
        get
        {
            int count = 0;
            foreach (GroupRow group in _groups)
            {
                count += group.Count - _roots.StayingOf(MembersOf(group)).Length;
            }

            return count;
        }
    }

    /// <summary>Gets the sum of <see cref="RedundantBytesOf"/> over all groups.</summary>
    internal long RedundantBytes
    {
        get
        {
            long bytes = 0;
            foreach (GroupRow group in _groups)
            {
                bytes += RedundantBytesOf(group);
            }

            return bytes;
        }
    }

    /// <summary>Gets the sum of <see cref="FreedBytesOf"/> over all groups, or null if it is not known.</summary>
    internal long? FreedBytes
    {
        get
        {
            long? bytes = _facts is null ? null : 0;
            foreach (GroupRow group in _groups)
            {
                bytes += FreedBytesOf(group);
            }

            return bytes;
        }
    }

    public void Dispose()
    {
        _members.Dispose();
        _groups.Dispose();
        _digests.Dispose();
        _facts?.Dispose();
        _isUnique?.Dispose();
        Shared?.Dispose();
    }

    internal int MemberOf(GroupRow group, int index) => _members[group.First + index];

    internal CopyFacts? FactsOf(GroupRow group, int index) => _facts?[group.First + index];

    /// <summary>
    /// Returns the number of bytes that the members take up that do not stay. Members that share extents count once.
    /// </summary>
    internal long RedundantBytesOf(GroupRow group) =>
        SizeOf(group) * (StoragesOf(MembersOf(group)) - StoragesOf(_roots.StayingOf(MembersOf(group))));

    /// <summary>
    /// Returns the number of bytes that become free if the members go that do not stay, or null if facts of copies were
    /// not requested. Shared extents count once.
    /// </summary>
    internal long? FreedBytesOf(GroupRow group)
    {
        if (_facts is null)
        {
            return null;
        }

        ReadOnlySpan<int> members = MembersOf(group);
        int staying = _roots.StayingOf(members).Length;
        HashSet<Digest128>? counted = null;
        long bytes = 0;
        for (int i = 0; i < members.Length; i++)
        {
            Digest128 map = Shared?.MapOf(members[i]) ?? default;
            bool isCounted = map != default && !(counted ??= []).Add(map);
            bytes += isCounted || i < staying ? 0 : BlocksOf(members[i], _facts[group.First + i].Allocated);
        }

        return bytes;
    }

    /// <summary>Gets the digest of a group's content, if any of its copies was hashed completely.</summary>
    internal bool TryGetDigest(GroupRow group, out Digest128 digest)
    {
        if (group.Digest >= 0)
        {
            digest = _digests[group.Digest];
            return true;
        }

        foreach (int member in MembersOf(group))
        {
            if (member != Dropped && _copies.States[member] == CopyState.Hashed)
            {
                digest = _copies.Digests[member];
                return true;
            }
        }

        digest = default;
        return false;
    }

    /// <summary>Drops groups none of whose copies could be hashed.</summary>
    /// <remarks>
    /// Their copies were reported as problems, or the search was cancelled and the report says that it is incomplete.
    /// </remarks>
    internal void DropWithoutDigest()
    {
        int kept = 0;
        foreach (GroupRow group in _groups)
        {
            if (TryGetDigest(group, out _))
            {
                _groups[kept++] = group;
            }
        }

        _groups.Cut(kept);
    }

    internal long SizeOf(GroupRow group) => _copies.SizeOf(_members[group.First]);

    /// <summary>
    /// Tells the processor, when a group is needed, which files and names the next groups need. They are all over the
    /// memory, and are fetched meanwhile.
    /// </summary>
    internal void PrefetchAfter(int groupIndex)
    {
        foreach (int member in MembersAt(groupIndex + FilesAhead))
        {
            if (member != Dropped)
            {
                _copies.Prefetch(member);
            }
        }

        foreach (int member in MembersAt(groupIndex + NamesAhead))
        {
            if (member != Dropped)
            {
                _copies.PrefetchName(member);
            }
        }
    }

    /// <summary>
    /// Merges the members of each group that turn out to be the same inode into one copy, using all threads.
    /// </summary>
    internal void Merge(WorkerPool workers)
    {
        if (!_isOrdered)
        {
            ForEach(workers, MergeLinks);
        }
    }

    /// <summary>Checks all members once more.</summary>
    internal void Confirm(FinalCheck finalCheck) => finalCheck.Confirm(_members, _facts);

    /// <summary>
    /// Returns the readable copies that are in no group and in no reference, by first name; empty unless unique files
    /// were requested.
    /// </summary>
    internal NativeList<int> Uniques()
    {
        var uniques = new NativeList<int>();
        for (int copy = 0; copy < _isUnique?.Length; copy++)
        {
            if (_isUnique[copy] && _copies.States[copy] != CopyState.Failed && !_roots.IsStaying(copy))
            {
                uniques.Add(copy);
            }
        }

        using var names = new NativeBuffer<PathId>(uniques.Count);
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = _copies.FirstInOrderOf(uniques[i]);
        }

        _sorter.Sort(names.Span, uniques.Span);
        return uniques;
    }

    /// <summary>Marks copies as having a duplicate, whether or not they will be reported.</summary>
    internal void MarkAsDuplicates(ReadOnlySpan<int> members)
    {
        foreach (int member in _isUnique is null ? default : members)
        {
            if (member != Dropped)
            {
                _isUnique![member] = false;
            }
        }
    }

    private void ForEach(WorkerPool workers, Func<GroupRow, GroupRow> work)
    {
        const int GroupsPerTurn = 64;
        workers.Run(Job.Computing(_groups.Count, GroupsPerTurn, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                PrefetchAfter(i);
                _groups[i] = work(_groups[i]);
            }
        }));
    }

    private Span<int> MembersAt(int groupIndex) =>
        groupIndex < _groups.Count ? MembersOf(_groups[groupIndex]) : default;

    internal Span<int> MembersOf(GroupRow group) => _members.Span.Slice(group.First, group.Count);

    private void Take(GroupSink sink)
    {
        int first = _members.Count;
        _members.AddRange(sink.Members.Span);
        foreach (GroupRow group in sink.Groups)
        {
            bool hasSize = _saved.HasSize(_members[first + group.First]);
            GroupRow taken = group with { First = first + group.First, HasSize = hasSize };
            if (_saved.HasContent(MembersOf(taken)) && TryGetDigest(taken, out Digest128 digest))
            {
                taken = taken with { Digest = _digests.Count };
                _digests.Add(digest);
            }

            _groups.Add(taken);
        }

        sink.Dispose();
    }

    // A file mounted over another one has a name of its own, yet both names are one inode. Where inode numbers are
    // trusted, it is one copy.
    private GroupRow MergeLinks(GroupRow group)
    {
        Span<int> members = MembersOf(group);
        members.Sort(_byIdentity);
        int kept = 1;
        for (int i = 1; i < members.Length; i++)
        {
            int before = members[kept - 1];
            if (_copies.CompareIdentity(before, members[i]) == 0 && IsTrusted(before))
            {
                _copies.Merge(members[i], before);
                _isUnique?[members[i]] = false;
            }
            else
            {
                members[kept++] = members[i];
            }
        }

        members[kept..].Fill(Dropped);
        return group with { Count = kept };
    }

    private bool IsTrusted(int copy) =>
        (_tree.Devices[_copies.IdentityOf(copy).Device].Mount.Traits & Volumes.FileSystemTraits.TrustedIds) != 0;

    // Of a bucket or a list no blocks are known, nor on a file system that reports none for a file that has some.
    private long BlocksOf(int copy, long allocated) =>
        _saved.Contains(copy) || (allocated == 0 && !IsTrusted(copy)) ? _copies.SizeOf(copy) : allocated;

    private int StoragesOf(ReadOnlySpan<int> members) => Shared?.StoragesOf(members) ?? members.Length;
}
