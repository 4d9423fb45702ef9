using Doppel.S3.Http;

namespace Doppel.S3.Xml;

/// <summary>
/// Gathers a short answer in one rented array, up to a bound. After an exception the array is dropped.
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

    /// <summary>Where the next bytes go; never empty.</summary>
    internal readonly Memory<byte> Room => _bytes.AsMemory(_count);

    /// <summary>Counts what was read into the room.</summary>
    /// <returns>False for nothing, which is the end.</returns>
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
    /// Leaves blanks at the beginning out: servers send them while they work, so that the connection stays alive, and a
    /// document that declares itself must begin with that.
    /// </summary>
    internal void SkipBlanks()
    {
        int first = Written.IndexOfAnyExcept(" \t\r\n"u8);
        _start += Math.Max(0, first);
    }

    /// <summary>Gives the array back, if there is one.</summary>
    internal void Return()
    {
        _start = 0;
        _count = 0;
        Blocks.Pool.Return(ref _bytes);
    }
}
