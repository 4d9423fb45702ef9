using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// A block of unmanaged memory with a single owner, for arrays that the garbage collector need not track.
/// </summary>
/// <typeparam name="T">The element type, which must not contain references.</typeparam>
/// <remarks>
/// Elements may be accessed from any thread, but not while the buffer is resized or disposed. The system allocates
/// pages when they are first touched and reclaims them when the buffer is disposed. Unless a larger alignment is
/// requested, the start is aligned to a cache line.
/// </remarks>
public sealed unsafe class NativeBuffer<T> : IDisposable
    where T : unmanaged
{
    /// <summary>The alignment required for I/O that bypasses the page cache: 4 KiB.</summary>
    public const int PageBytes = 4096;

    private const int LineBytes = 64;

    private readonly nuint _alignment;
    private T* _start;

    /// <summary>Allocates memory for a number of elements. Their content is unspecified.</summary>
    /// <param name="length">The number of elements, 0 or greater.</param>
    /// <param name="alignmentBytes">
    /// The alignment of the start address in bytes, a power of two from 8 to 1 MiB. Default: 64.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or the alignment is out of range.
    /// </exception>
    /// <exception cref="OutOfMemoryException">The system cannot provide the memory.</exception>
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

    /// <summary>Frees the memory if the owner did not.</summary>
    ~NativeBuffer() => Free();

    /// <summary>The number of elements.</summary>
    public int Length { get; private set; }

    /// <summary>All elements, as a span.</summary>
    /// <exception cref="ObjectDisposedException">The buffer has been disposed.</exception>
    public Span<T> Span
    {
        get
        {
            ObjectDisposedException.ThrowIf(_start is null, this);
            return new Span<T>(_start, Length);
        }
    }

    /// <summary>Returns a reference to the element at an index.</summary>
    /// <param name="index">The zero-based index.</param>
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

    /// <summary>
    /// Changes the number of elements. Remaining elements keep their content; the content of new ones is unspecified.
    /// </summary>
    /// <param name="length">The new number of elements, 0 or greater.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="ObjectDisposedException">The buffer has been disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The system cannot provide the memory. The buffer is unchanged.
    /// </exception>
    public void Resize(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ObjectDisposedException.ThrowIf(_start is null, this);
        _start = (T*)NativeMemory.AlignedRealloc(_start, ByteCount(length), _alignment);
        Length = length;
    }

    /// <summary>Frees the memory. Further calls do nothing.</summary>
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
