using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Finds equal digests among copies of the same size, on one thread.</summary>
internal sealed class DigestSorter(CopyTable copies) : IDisposable
{
    private readonly NativeBuffer<Digest128> _digests = new(1024);

    public void Dispose() => _digests.Dispose();

    /// <summary>
    /// Calls <paramref name="found"/> for each set of two or more copies with equal digests, smallest copy first.
    /// </summary>
    /// <param name="ofSize">Copies of the same size. They are reordered.</param>
    /// <param name="state">The state that a copy must have reached to be considered.</param>
    /// <param name="found">The action for each set.</param>
    /// <param name="worker">The worker that runs the action.</param>
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

/// <summary>Processes copies whose digests are equal.</summary>
/// <param name="equal">Two or more copies of the same size.</param>
/// <param name="worker">The resources of the calling thread.</param>
internal delegate void GroupAction(ReadOnlySpan<int> equal, MatchWorker worker);
