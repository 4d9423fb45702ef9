using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>The facts about one file system that are kept in memory only, 48 bytes each. Thread-safe.</summary>
/// <remarks>Of facts with one inode and kind, only the one that was added last is kept.</remarks>
internal sealed class MemoryFacts(long bytesMax) : IDisposable
{
    private const int CountMin = 256;

    private readonly Lock _gate = new();
    private readonly int _countMax = (int)Math.Min(bytesMax / FactRecord.ByteCount, Array.MaxLength / 2);
    private NativeBuffer<FactRecord> _known = new(0);
    private NativeBuffer<FactRecord> _added = new(CountMin);
    private int _addedCount;

    /// <summary>Gets whether anything is known.</summary>
    internal bool Any
    {
        get
        {
            lock (_gate)
            {
                return _known.Length + _addedCount > 0;
            }
        }
    }

    internal void Add(ReadOnlySpan<ContentFact> facts)
    {
        lock (_gate)
        {
            foreach (ref readonly ContentFact fact in facts)
            {
                if (_addedCount == _added.Length)
                {
                    _added.Resize(2 * _added.Length);
                }

                _added[_addedCount++] = new FactRecord(fact);
            }

            if (_known.Length + _addedCount > _countMax)
            {
                MergeAdded();
                if (_known.Length > _countMax)
                {
                    _known.Resize(0);
                }
            }
        }
    }

    /// <summary>Passes on what is known about files.</summary>
    internal void Find(ReadOnlySpan<ContentQuery> queries, FactVisitor found)
    {
        lock (_gate)
        {
            // The visitor may add facts, which wait for the next call.
            MergeAdded();
            Span<FactRecord> known = _known.Span;
            int at = 0;
            for (int query = 0; query < queries.Length; query++)
            {
                at = FirstAtOrAfter(known, queries[query].Inode, at);
                for (int i = at; i < known.Length && known[i].Inode == queries[query].Inode; i++)
                {
                    if (known[i].Stamp == queries[query].Stamp)
                    {
                        found(queries[query].Tag, known[i].Fact);
                    }
                }
            }
        }
    }

    /// <summary>Forgets everything.</summary>
    internal void Drop()
    {
        lock (_gate)
        {
            _known.Resize(0);
            _addedCount = 0;
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _known.Dispose();
            _added.Dispose();
            _addedCount = 0;
        }
    }

    private static int FirstAtOrAfter(ReadOnlySpan<FactRecord> known, ulong inode, int from)
    {
        int end = known.Length;
        while (from < end)
        {
            int middle = from + ((end - from) / 2);
            if (known[middle].Inode < inode)
            {
                from = middle + 1;
            }
            else
            {
                end = middle;
            }
        }

        return from;
    }

    private void MergeAdded()
    {
        if (_addedCount == 0)
        {
            return;
        }

        // By inode, then kind, then in the order in which they were added.
        int[] order = new int[_addedCount];
        for (int i = 0; i < order.Length; i++)
        {
            order[i] = i;
        }

        Array.Sort(order, (left, right) =>
        {
            int byKey = Compare(_added[left], _added[right]);
            return byKey != 0 ? byKey : left.CompareTo(right);
        });
        var merged = new NativeBuffer<FactRecord>(_known.Length + order.Length);
        int count = 0;
        int next = 0;
        foreach (int added in order)
        {
            for (; next < _known.Length && Compare(_known[next], _added[added]) <= 0; next++)
            {
                Append(merged, ref count, _known[next]);
            }

            Append(merged, ref count, _added[added]);
        }

        for (; next < _known.Length; next++)
        {
            Append(merged, ref count, _known[next]);
        }

        merged.Resize(count);
        _known.Dispose();
        (_known, _addedCount) = (merged, 0);
        if (_added.Length > CountMin)
        {
            _added.Dispose();
            _added = new NativeBuffer<FactRecord>(CountMin);
        }
    }

    // A fact that follows one with the same inode and kind takes its place.
    private static void Append(NativeBuffer<FactRecord> facts, ref int count, in FactRecord fact)
    {
        if (count > 0 && Compare(facts[count - 1], fact) == 0)
        {
            count--;
        }

        facts[count++] = fact;
    }

    private static int Compare(in FactRecord left, in FactRecord right)
    {
        int byInode = left.Inode.CompareTo(right.Inode);
        return byInode != 0 ? byInode : left.Kind.CompareTo(right.Kind);
    }
}
