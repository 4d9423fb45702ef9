namespace Doppel.Finding;

/// <summary>The runs of copies of the same size, in order of size. Supports foreach.</summary>
/// <param name="starts">A bit for each copy, set if the copy is the first of its size.</param>
/// <param name="count">The number of copies.</param>
internal struct CopyRuns(NativeBits starts, int count)
{
    private int _next;

    public CopyRun Current { get; private set; }

    public readonly CopyRuns GetEnumerator() => this;

    public bool MoveNext()
    {
        if (_next >= count)
        {
            return false;
        }

        int first = _next;
        _next = Math.Min(count, starts.NextSet(first + 1));
        Current = new CopyRun(first, _next - first);
        return true;
    }
}

/// <summary>A run of consecutive copies of the same size.</summary>
/// <param name="First">The first copy.</param>
/// <param name="Count">The number of copies, at least one.</param>
internal readonly record struct CopyRun(int First, int Count);
