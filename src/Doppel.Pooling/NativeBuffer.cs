using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>A block of unmanaged memory with one owner, for arrays that the garbage collector need not know.</summary>
/// <typeparam name="T">An element without references.</typeparam>
/// <remarks>
/// Not thread-safe while it is resized or disposed; elements may be used by any thread. Pages are taken from the system
/// when they are first touched and go back when the buffer is disposed. The start is aligned to a cache line unless
/// more is asked for.
/// </remarks>
public sealed unsafe class NativeBuffer<T> : IDisposable
    where T : unmanaged
{
    /// <summary>The alignment that reading past the page cache asks for: 4 KiB.</summary>
    public const int PageBytes = 4096;

    private const int LineBytes = 64;

    private readonly nuint _alignment;
    private T* _start;

    /// <summary>Takes memory for a number of elements. Their content is unspecified.</summary>
    /// <param name="length">Elements, 0 or more.</param>
    /// <param name="alignmentBytes">
    /// Where it may start: a multiple of this power of two, 8 to 1 MiB. Default: 64.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or the alignment out of range.</exception>
    /// <exception cref="OutOfMemoryException">The system has no such memory.</exception>
    public NativeBuffer(int length, int alignmentBytes = LineBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        if (alignmentBytes is < 8 or > 1 << 20 || (alignmentBytes & (alignmentBytes - 1)) != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(alignmentBytes), alignmentBytes, "The alignment must be a power of two from 8 to 1048576.");
        }

        Length = length;
        _alignment = (nuint)alignmentBytes;
        _start = (T*)NativeMemory.AlignedAlloc(ByteCount(length), _alignment);
    }

    /// <summary>Frees the memory if its owner did not.</summary>
    ~NativeBuffer() => Free();

    /// <summary>How many elements there are.</summary>
    public int Length { get; private set; }

    /// <summary>All elements.</summary>
    /// <exception cref="ObjectDisposedException">The buffer has been disposed.</exception>
    public Span<T> Span
    {
        get
        {
            ObjectDisposedException.ThrowIf(_start is null, this);
            return new Span<T>(_start, Length);
        }
    }

    /// <summary>One element.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The index is outside the buffer, or the buffer has been disposed.
    /// </exception>
    public ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)Length)
            {
                ThrowOutside();
            }

            return ref _start[index];
        }
    }

    /// <summary>Changes the number of elements. Those that stay keep their content.</summary>
    /// <param name="length">Elements, 0 or more.</param>
    public void Resize(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ObjectDisposedException.ThrowIf(_start is null, this);
        _start = (T*)NativeMemory.AlignedRealloc(_start, ByteCount(length), _alignment);
        Length = length;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    private static nuint ByteCount(int length) => Math.Max(1, checked((nuint)length * (nuint)sizeof(T)));

    private static void ThrowOutside() =>
        throw new ArgumentOutOfRangeException("index", "The index is outside the buffer, or the buffer is disposed.");

    private void Free()
    {
        if (_start is not null)
        {
            NativeMemory.AlignedFree(_start);
            _start = null;
            Length = 0;
        }
    }
}
