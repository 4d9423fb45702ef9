using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// Compares the groups of a search with those of the one before, and gives each group a lasting number.
/// </summary>
/// <remarks>
/// Of each group a digest of everything that is reported is kept, 32 bytes. Only groups with another digest are looked
/// at. Allocated bytes do not count: file systems change them later, when nobody writes.
/// </remarks>
internal sealed class GroupTracker : IDisposable
{
    private readonly List<byte> _bytes = [];
    private NativeList<Row> _rows = new();
    private long _lastId;

    /// <summary>Reports what has changed: first the groups that are gone, then changed and new ones.</summary>
    /// <param name="before">The last search, or null.</param>
    /// <param name="now">This search.</param>
    /// <param name="report">Receives the changes.</param>
    internal void Compare(FindResult? before, FindResult now, Action<GroupChange> report)
    {
        var rows = new NativeList<Row>();
        foreach (ReportGroup group in now.Groups)
        {
            long id = before is null ? ++_lastId : 0;
            rows.Add(new Row(DigestOf(group), rows.Count, id));
            if (before is null)
            {
                report(new GroupChange { Kind = GroupChangeKind.New, Id = id, Group = group });
            }
        }

        if (before is not null)
        {
            Adopt(rows, out List<Row> old, out List<int> other);
            Report(before, now, old, other, rows, report);
        }

        _rows.Dispose();
        _rows = rows;
    }

    public void Dispose() => _rows.Dispose();

    // Gives unchanged groups the numbers that they had. Both lists are in the order of their digests then.
    private void Adopt(NativeList<Row> rows, out List<Row> old, out List<int> other)
    {
        (old, other) = ([], []);
        rows.Span.Sort();
        _rows.Span.Sort();
        int next = 0;
        for (int i = 0; i < rows.Count; i++)
        {
            for (; next < _rows.Count && _rows[next].Digest.CompareTo(rows[i].Digest) < 0; next++)
            {
                old.Add(_rows[next]);
            }

            if (next < _rows.Count && _rows[next].Digest == rows[i].Digest)
            {
                rows[i] = rows[i] with { Id = _rows[next++].Id };
            }
            else
            {
                other.Add(i);
            }
        }

        for (; next < _rows.Count; next++)
        {
            old.Add(_rows[next]);
        }
    }

    private void Report(
        FindResult before, FindResult now, List<Row> old, List<int> other, NativeList<Row> rows,
        Action<GroupChange> report)
    {
        // In the order of the reports, so that nothing depends on digests.
        old.Sort(static (left, right) => left.Index.CompareTo(right.Index));
        other.Sort((left, right) => rows[left].Index.CompareTo(rows[right].Index));
        var remaining = new HashSet<int>();
        var byInode = new Dictionary<(long Size, ulong Device, ulong Inode), int>();
        for (int i = 0; i < old.Count; i++)
        {
            remaining.Add(i);
            ReportGroup group = before.GroupAt(old[i].Index);
            foreach (ReportCopy copy in group.Copies)
            {
                byInode[(group.Size, copy.Device, copy.Inode)] = i;
            }
        }

        // Groups are made a second time when they are reported, rather than kept: there may be any number of them.
        List<(int Row, int Like)> changes = [];
        foreach (int i in other)
        {
            int like = LikeOf(now.GroupAt(rows[i].Index), byInode, remaining);
            remaining.Remove(like);
            rows[i] = rows[i] with { Id = like < 0 ? ++_lastId : old[like].Id };
            changes.Add((i, like));
        }

        foreach (int i in remaining.Order())
        {
            ReportGroup group = before.GroupAt(old[i].Index);
            report(new GroupChange { Kind = GroupChangeKind.Gone, Id = old[i].Id, Before = group });
        }

        foreach ((int row, int like) in changes)
        {
            report(new GroupChange
            {
                Kind = like < 0 ? GroupChangeKind.New : GroupChangeKind.Changed,
                Id = rows[row].Id,
                Group = now.GroupAt(rows[row].Index),
                Before = like < 0 ? null : before.GroupAt(old[like].Index),
            });
        }
    }

    // The earlier group of which most copies are still together, or -1.
    private static int LikeOf(
        ReportGroup group, Dictionary<(long, ulong, ulong), int> byInode, HashSet<int> remaining)
    {
        var counts = new Dictionary<int, int>();
        (int best, int most) = (-1, 0);
        foreach (ReportCopy copy in group.Copies)
        {
            if (byInode.TryGetValue((group.Size, copy.Device, copy.Inode), out int i) && remaining.Contains(i))
            {
                int count = counts[i] = counts.GetValueOrDefault(i) + 1;
                (best, most) = count > most ? (i, count) : (best, most);
            }
        }

        return best;
    }

    private Digest128 DigestOf(ReportGroup group)
    {
        _bytes.Clear();
        Add(group.Size);
        Add((long)group.Proof);
        Add(group.RedundantBytes);
        Add((long)(group.Digest?.High ?? 0));
        Add((long)(group.Digest?.Low ?? 0));
        foreach (IReadOnlyList<int> sharing in group.Shared ?? [])
        {
            Add(sharing.Count);
            foreach (int copy in sharing)
            {
                Add(copy);
            }
        }

        foreach (ReportCopy copy in group.Copies)
        {
            Add(copy.Names.Count);
            for (int i = 0; i < copy.Names.Count; i++)
            {
                Add(copy.Roots[i]);
                Add(copy.Names[i].Bytes.Length);
                _bytes.AddRange(copy.Names[i].Bytes);
            }

            Add((long)copy.Device);
            Add((long)copy.Inode);
            Add(copy.Links);
            Add(copy.Owner);
            Add(copy.Group);
            Add(copy.Mode);
            Add(copy.Modified.Seconds);
            Add(copy.Modified.Nanoseconds);
        }

        return Xxh3.Hash128(CollectionsMarshal.AsSpan(_bytes));
    }

    private void Add(long value)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        _bytes.AddRange(bytes);
    }

    private readonly record struct Row(Digest128 Digest, int Index, long Id) : IComparable<Row>
    {
        public int CompareTo(Row other)
        {
            int byDigest = Digest.CompareTo(other.Digest);
            return byDigest != 0 ? byDigest : Index.CompareTo(other.Index);
        }
    }
}
