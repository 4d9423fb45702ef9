using System.Runtime.InteropServices;

namespace Doppel.Finding;

/// <summary>What the content stage has to do: copies to compare side by side, and copies to hash.</summary>
internal sealed class ContentWork(CopyTable table)
{
    internal List<int> Copies { get; } = [];

    internal List<WorkUnit> Units { get; } = [];

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
            Units.Add(new WorkUnit(Copies.Count, 1, WorkKind.Hash, table.SizeOf(copy)));
            Copies.Add(copy);
        }
    }

    /// <summary>Puts the longest work first, so that all threads end at about the same time.</summary>
    internal void LargestFirst() => Units.Sort(static (left, right) =>
    {
        int byBytes = right.Bytes.CompareTo(left.Bytes);
        return byBytes != 0 ? byBytes : left.First.CompareTo(right.First);
    });

    internal ReadOnlySpan<int> CopiesOf(WorkUnit unit) =>
        CollectionsMarshal.AsSpan(Copies).Slice(unit.First, unit.Count);

    /// <summary>The copies that are hashed, those of one size together.</summary>
    internal List<int> HashedCopies()
    {
        List<int> hashed = [];
        foreach (WorkUnit unit in Units)
        {
            if (unit.Kind == WorkKind.Hash)
            {
                hashed.Add(Copies[unit.First]);
            }
        }

        hashed.Sort();
        return hashed;
    }
}
