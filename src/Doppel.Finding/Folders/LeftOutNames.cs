using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Removes names from groups if they are in a folder that another folder represents, and totals their sizes.
/// </summary>
internal sealed class LeftOutNames(PathTree tree, CopyTable copies, FolderTable folders, FolderSearch search)
    : IDisposable
{
    private const int Stays = -1;

    private readonly NativeBuffer<long> _redundant = new(search.Finds.Count);

    // For each member of a group, the find that removes it.
    private readonly List<int> _finds = [];
    private readonly HashSet<Digest128> _storages = [];

    public void Dispose() => _redundant.Dispose();

    /// <summary>
    /// Returns the bytes of the copies that a find removed from groups. Copies that share extents count once.
    /// </summary>
    internal long RedundantBytesOf(int find) => _redundant[find];

    /// <summary>Removes names from groups, which must be sorted again afterwards, and from other copies.</summary>
    internal void Run(GroupTable groups, ReadOnlySpan<int> others)
    {
        _redundant.Span.Clear();
        if (search.Finds.Count == 0)
        {
            return;
        }

        foreach (GroupRow group in groups.Groups)
        {
            LeaveOut(groups, groups.MembersOf(group));
        }

        foreach (int copy in others)
        {
            TakeNames(copy);
        }
    }

    private void LeaveOut(GroupTable groups, Span<int> members)
    {
        bool any = false;
        _finds.Clear();
        foreach (int member in members)
        {
            int find = Stays;
            if (member != FinalCheck.Dropped)
            {
                find = TakeNames(member);
                if (copies.AnyMerged)
                {
                    foreach (int merged in copies.MergedInto(member))
                    {
                        int ofMerged = TakeNames(merged);
                        find = find == Stays || ofMerged == Stays ? Stays : Math.Min(find, ofMerged);
                    }
                }
            }

            _finds.Add(find);
            any |= find != Stays;
        }

        if (any)
        {
            groups.MarkAsDuplicates(members);
            AddUp(groups.Shared, members);
        }
    }

    // Returns the find that removes all names of a copy, the first one if there are several; Stays if any name stays. A
    // copy without names belongs to no find.
    private int TakeNames(int copy)
    {
        int first = int.MaxValue;
        foreach (int value in copies.NamesOf(copy))
        {
            var name = new PathId(value);
            if (value < 0)
            {
                continue;
            }

            int folder = tree.MarkOf(name).IsFollowedLink ? -1 : folders.IndexOf(tree.Parent(name));
            int find = folder < 0 ? Stays : search.GoneBy(folder);
            if (find != Stays)
            {
                copies.Forget(copy, name);
            }

            first = find == Stays || first == Stays ? Stays : Math.Min(first, find);
        }

        return first;
    }

    // Starts with the storage of members that stay, so that members sharing it add nothing.
    private void AddUp(SharedExtents? shared, Span<int> members)
    {
        _storages.Clear();
        for (int i = 0; i < members.Length; i++)
        {
            if (members[i] != FinalCheck.Dropped && _finds[i] == Stays)
            {
                IsNewStorage(shared, members[i]);
            }
        }

        // The order of members is not deterministic, but the order of finds is.
        int[] order = [.. Enumerable.Range(0, members.Length).Where(i => _finds[i] != Stays).OrderBy(i => _finds[i])];
        foreach (int i in order)
        {
            _redundant[_finds[i]] += IsNewStorage(shared, members[i]) ? copies.SizeOf(members[i]) : 0;
            members[i] = FinalCheck.Dropped;
        }
    }

    private bool IsNewStorage(SharedExtents? shared, int copy) =>
        shared is null || !shared.IsMapped(copy) || _storages.Add(shared.MapOf(copy));
}
