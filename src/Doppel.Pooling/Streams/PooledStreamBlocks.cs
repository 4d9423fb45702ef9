using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>Enumerates the content of a <see cref="PooledStream"/> block by block.</summary>
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

    /// <summary>The current block. All blocks except the last are full.</summary>
    public ReadOnlyMemory<byte> Current { get; private set; }

    /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
    /// <returns>This enumerator.</returns>
    public readonly PooledStreamBlocks GetEnumerator() => this;

    /// <summary>Advances to the next block.</summary>
    /// <returns>False at the end of the content.</returns>
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
