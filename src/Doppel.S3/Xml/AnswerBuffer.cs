using Doppel.Pooling;

namespace Doppel.S3.Xml;

/// <summary>
/// Gathers a short answer in one rented array, up to a bound. After an exception the array is dropped.
/// </summary>
internal struct AnswerBuffer
{
    private const int FirstBytes = 4096;

    private readonly int _bytesMax;
    private byte[]? _bytes;
    private int _count;

    internal AnswerBuffer(int bytesMax)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytesMax);
        _bytesMax = bytesMax;
        _bytes = BufferPool<byte>.Shared.Rent(FirstBytes);
    }

    internal readonly ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _count);

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
            byte[] larger = BufferPool<byte>.Shared.Rent(checked(2 * _count));
            Written.CopyTo(larger);
            BufferPool<byte>.Shared.Return(ref _bytes);
            _bytes = larger;
        }

        return count > 0;
    }

    internal void Return() => BufferPool<byte>.Shared.Return(ref _bytes);
}
