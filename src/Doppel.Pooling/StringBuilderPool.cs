using System.Text;

namespace Doppel.Pooling;

/// <summary>Lends empty string builders. They keep their capacity.</summary>
/// <remarks>
/// Thread-safe. A builder grows in chunks and drops all but the last when it is cleared. Therefore, a builder that has
/// grown is given a single chunk for its whole text before it is kept, and the next text of that length fits without
/// growth.
/// </remarks>
/// <param name="options">The limits of the pool, or null for the defaults.</param>
public sealed class StringBuilderPool(PoolOptions? options = null) : ObjectPool<StringBuilder>(options)
{
    // The builder and the header of its array.
    private const int FixedBytes = 48 + 24;

    /// <summary>The shared pool of the process, with the default limits.</summary>
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
