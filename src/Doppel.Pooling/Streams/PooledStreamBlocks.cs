using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>Walks the content of a <see cref="PooledStream"/> block by block.</summary>
[SuppressMessage(
    "Performance", "CA1815:Override equals and operator equals on value types",
    Justification = "Walks are not compared.")]
public struct PooledStreamBlocks
{
    private readonly byte[][] _table;
    private readonly long _length;
    private readonly int _blockBytes;
    private int _next;

    internal PooledStreamBlocks(byte[][] table, long length, int blockBytes)
    {
        _table = table;
        _length = length;
        _blockBytes = blockBytes;
    }

    /// <summary>The block at hand. All are full but the last one.</summary>
    public ReadOnlyMemory<byte> Current { get; private set; }

    /// <summary>Makes <c>foreach</c> possible.</summary>
    public readonly PooledStreamBlocks GetEnumerator() => this;

    /// <summary>Goes to the next block.</summary>
    /// <returns>False at the end.</returns>
    public bool MoveNext()
    {
        long rest = _length - ((long)_next * _blockBytes);
        if (rest <= 0)
        {
            return false;
        }

        Current = _table[_next].AsMemory(0, (int)Math.Min(rest, _blockBytes));
        _next++;
        return true;
    }
}
