using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The copies without a duplicate, checked once more like the members of groups.</summary>
internal sealed class UniqueTable : IDisposable
{
    private readonly NativeList<int> _copies;
    private readonly NativeBuffer<CopyFacts>? _facts;

    private UniqueTable(NativeList<int> copies, NativeBuffer<CopyFacts>? facts)
    {
        _copies = copies;
        _facts = facts;
    }

    internal int Count => _copies.Count;

    /// <summary>Gets the copies by first name, with their facts if requested.</summary>
    internal IEnumerable<(int Copy, CopyFacts? Facts)> All =>
        Enumerable.Range(0, Count).Select(i => (_copies[i], _facts is null ? (CopyFacts?)null : _facts[i]));

    public void Dispose()
    {
        _copies.Dispose();
        _facts?.Dispose();
    }

    /// <summary>
    /// Lists the copies that are in no group and checks each of them once more. Those that no longer match what was
    /// listed or read are left out. If the search was cancelled, it is not known which are unique, and all are.
    /// </summary>
    internal static UniqueTable Of(GroupTable groups, FinalCheck finalCheck, SearchContext context)
    {
        if (context.Cancellation.IsCancellationRequested)
        {
            return new UniqueTable(new NativeList<int>(), null);
        }

        NativeList<int> copies = groups.Uniques();
        NativeBuffer<CopyFacts>? facts =
            context.Options.CopyFacts ? new NativeBuffer<CopyFacts>(copies.Count) : null;
        finalCheck.Confirm(copies, facts);
        int kept = 0;
        for (int i = 0; i < copies.Count; i++)
        {
            if (copies[i] != FinalCheck.Dropped)
            {
                copies[kept] = copies[i];
                if (facts is not null)
                {
                    facts[kept] = facts[i];
                }

                kept++;
            }
        }

        copies.Cut(kept);
        return new UniqueTable(copies, facts);
    }
}
