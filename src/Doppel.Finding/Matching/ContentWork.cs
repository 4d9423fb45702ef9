namespace Doppel.Finding;

/// <summary>The work of the content stage: copies to compare side by side, and copies to hash.</summary>
/// <param name="table">The copies.</param>
/// <param name="isKnown">Returns whether a copy has its digest without being read.</param>
internal sealed class ContentWork(CopyTable table, Predicate<int> isKnown) : IDisposable
{
    private readonly NativeList<int> _knownCopies = new();

    internal NativeList<int> Copies { get; } = new();

    internal NativeList<WorkUnit> Units { get; } = new();

    /// <summary>Gets the maximum number of bytes to read.</summary>
    internal long Bytes
    {
        get
        {
            long bytes = 0;
            foreach (WorkUnit unit in Units)
            {
                bytes += unit.Bytes;
            }

            return bytes;
        }
    }

    public void Dispose()
    {
        _knownCopies.Dispose();
        Copies.Dispose();
        Units.Dispose();
    }

    internal void AddCompare(CopyRun run)
    {
        Units.Add(new WorkUnit(Copies.Count, run.Count, WorkKind.Compare, run.Count * table.SizeOf(run.First)));
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            Copies.Add(copy);
        }
    }

    internal void AddCompare(ReadOnlySpan<int> copies)
    {
        Units.Add(new WorkUnit(Copies.Count, copies.Length, WorkKind.Compare, copies.Length * table.SizeOf(copies[0])));
        Copies.AddRange(copies);
    }

    internal void AddHash(ReadOnlySpan<int> copies)
    {
        foreach (int copy in copies)
        {
            if (isKnown(copy))
            {
                _knownCopies.Add(copy);
                continue;
            }

            Units.Add(new WorkUnit(Copies.Count, 1, WorkKind.Hash, table.SizeOf(copy)));
            Copies.Add(copy);
        }
    }

    /// <summary>Sorts the largest work units first, so that all threads finish at about the same time.</summary>
    internal void LargestFirst() => Units.Span.Sort(static (left, right) =>
    {
        int byBytes = right.Bytes.CompareTo(left.Bytes);
        return byBytes != 0 ? byBytes : left.First.CompareTo(right.First);
    });

    internal ReadOnlySpan<int> CopiesOf(WorkUnit unit) =>
        Copies.Span.Slice(unit.First, unit.Count);

    /// <summary>Returns the copies that are hashed, or whose digest was known, grouped by size.</summary>
    internal NativeList<int> HashedCopies()
    {
        var hashed = new NativeList<int>();
        hashed.AddRange(_knownCopies.Span);
        foreach (WorkUnit unit in Units)
        {
            if (unit.Kind == WorkKind.Hash)
            {
                hashed.Add(Copies[unit.First]);
            }
        }

        hashed.Span.Sort();
        return hashed;
    }
}

/// <summary>
/// A unit of work of the content stage for one thread: copies to compare in lockstep, or one copy to hash.
/// </summary>
/// <param name="First">The index of the first copy in the stage's list.</param>
/// <param name="Count">The number of copies.</param>
/// <param name="Kind">What to do with them.</param>
/// <param name="Bytes">The maximum number of bytes to read.</param>
internal readonly record struct WorkUnit(int First, int Count, WorkKind Kind, long Bytes);

/// <summary>What to do with the copies of a <see cref="WorkUnit"/>.</summary>
internal enum WorkKind : byte
{
    /// <summary>Read the copies side by side and compare them.</summary>
    Compare,

    /// <summary>Hash the copy completely.</summary>
    Hash,
}
