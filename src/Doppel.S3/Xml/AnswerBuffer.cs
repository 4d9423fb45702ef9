namespace Doppel.S3;

/// <summary>
/// Collects a short response in a single rented array of limited size. After an exception, the array is not returned.
/// </summary>
internal struct AnswerBuffer
{
    private const int FirstBytes = 4096;

    private readonly int _bytesMax;
    private byte[]? _bytes;
    private int _start;
    private int _count;

    internal AnswerBuffer(int bytesMax)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytesMax);
        _bytesMax = bytesMax;
        _bytes = Blocks.Pool.Rent(FirstBytes);
    }

    internal readonly ReadOnlySpan<byte> Written => _bytes.AsSpan(_start, _count - _start);

    /// <summary>The memory for the next bytes; never empty.</summary>
    internal readonly Memory<byte> Room => _bytes.AsMemory(_count);

    /// <summary>Counts bytes that were read into the memory.</summary>
    /// <returns>False for 0 bytes, which is the end of the response.</returns>
    internal bool Advance(int count)
    {
        _count += count;
        if (_count > _bytesMax)
        {
            XmlErrors.TooLong(_bytesMax);
        }

        if (_count == _bytes!.Length)
        {
            byte[] larger = Blocks.Pool.Rent(checked(2 * _count));
            _bytes.CopyTo(larger, 0);
            Blocks.Pool.Return(ref _bytes);
            _bytes = larger;
        }

        return count > 0;
    }

    /// <summary>
    /// Removes leading whitespace. Servers send it to keep the connection alive while they work, but an XML declaration
    /// must be at the start of the document.
    /// </summary>
    internal void SkipBlanks()
    {
        int first = Written.IndexOfAnyExcept(" \t\r\n"u8);
        _start += Math.Max(0, first);
    }

    /// <summary>Returns the array to its pool, if there is one.</summary>
    internal void Return()
    {
        _start = 0;
        _count = 0;
        Blocks.Pool.Return(ref _bytes);
    }
}
