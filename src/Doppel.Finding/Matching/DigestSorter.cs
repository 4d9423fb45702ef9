using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Finds the equal digests among copies of one size, for one thread.</summary>
internal sealed class DigestSorter(CopyTable copies) : IDisposable
{
    private readonly NativeBuffer<Digest128> _digests = new(1024);

    public void Dispose() => _digests.Dispose();

    /// <summary>
    /// Calls <paramref name="found"/> with each two or more copies whose digests are equal, smallest copy first.
    /// </summary>
    /// <param name="ofSize">Copies of one size; they are put into another order.</param>
    /// <param name="state">Only copies that have come so far take part.</param>
    /// <param name="found">What to do with them.</param>
    /// <param name="worker">Who does it.</param>
    internal void ForEachEqual(Span<int> ofSize, CopyState state, GroupAction found, MatchWorker worker)
    {
        if (_digests.Length < ofSize.Length)
        {
            _digests.Resize(Math.Max(ofSize.Length, _digests.Length * 2));
        }

        int count = 0;
        for (int i = 0; i < ofSize.Length; i++)
        {
            int copy = ofSize[i];
            if (copies.States[copy] == state)
            {
                (ofSize[count], ofSize[i]) = (copy, ofSize[count]);
                _digests[count++] = copies.Digests[copy];
            }
        }

        Span<int> members = ofSize[..count];
        Span<Digest128> digests = _digests.Span[..count];
        digests.Sort(members);
        for (int first = 0; first < count;)
        {
            int end = first + 1;
            while (end < count && digests[end] == digests[first])
            {
                end++;
            }

            if (end - first > 1)
            {
                members[first..end].Sort();
                found(members[first..end], worker);
            }

            first = end;
        }
    }
}
