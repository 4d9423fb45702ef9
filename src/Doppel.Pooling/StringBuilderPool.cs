using System.Text;

namespace Doppel.Pooling;

/// <summary>Lends empty string builders that have kept their capacity.</summary>
/// <remarks>
/// Thread-safe. A builder grows by chunks and forgets all but the last when it is cleared; so one that has grown gets
/// a single chunk for its whole text before it is kept, and the next text of that length needs no growth.
/// </remarks>
/// <param name="options">Bounds, or null for the defaults.</param>
public sealed class StringBuilderPool(PoolOptions? options = null) : ObjectPool<StringBuilder>(options)
{
    // A builder and the header of its array.
    private const int FixedBytes = 48 + 24;

    /// <summary>One pool for the whole process, with the default bounds.</summary>
    public static StringBuilderPool Shared { get; } = new();

    private protected override StringBuilder Create() => new(256);

    private protected override long Reset(StringBuilder item)
    {
        int length = item.Length;
        item.Clear();
        int capacity = item.Capacity;
        if (capacity < length && FixedBytes + ((long)length * sizeof(char)) <= Options.ItemBytesMax)
        {
            capacity = item.EnsureCapacity(length);
        }

        return FixedBytes + ((long)capacity * sizeof(char));
    }
}
