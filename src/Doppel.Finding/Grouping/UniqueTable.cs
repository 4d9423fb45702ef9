using System.Runtime.InteropServices;

namespace Doppel.Finding;

/// <summary>The copies without a twin, looked at once more as the members of groups are.</summary>
internal sealed class UniqueTable
{
    private readonly List<int> _copies;
    private readonly CopyFacts[]? _facts;

    private UniqueTable(List<int> copies, CopyFacts[]? facts)
    {
        _copies = copies;
        _facts = facts;
    }

    internal static UniqueTable Empty { get; } = new([], null);

    internal int Count => _copies.Count;

    /// <summary>Copies with their facts, where they were asked for, by first name.</summary>
    internal IEnumerable<(int Copy, CopyFacts? Facts)> All =>
        _copies.Select((copy, index) => (copy, _facts is null ? (CopyFacts?)null : _facts[index]));

    /// <summary>Looks at each copy and leaves out those that are no longer what was listed or read.</summary>
    /// <param name="copies">The copies, by first name.</param>
    /// <param name="keepFacts">Whether their facts will be shown.</param>
    /// <param name="confirmer">What looks.</param>
    internal static UniqueTable Confirm(List<int> copies, bool keepFacts, Confirmer confirmer)
    {
        CopyFacts[]? facts = keepFacts ? new CopyFacts[copies.Count] : null;
        bool[] stands = confirmer.Confirm(CollectionsMarshal.AsSpan(copies), facts);
        int kept = 0;
        for (int i = 0; i < stands.Length; i++)
        {
            if (stands[i])
            {
                copies[kept] = copies[i];
                if (facts is not null)
                {
                    facts[kept] = facts[i];
                }

                kept++;
            }
        }

        copies.RemoveRange(kept, copies.Count - kept);
        return new UniqueTable(copies, facts);
    }
}
