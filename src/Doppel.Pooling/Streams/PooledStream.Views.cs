using System.Buffers;

namespace Doppel.Pooling;

/// <content>Views and copies of the content.</content>
public sealed partial class PooledStream
{
    /// <summary>Enumerates the whole content block by block, without copying or allocating.</summary>
    /// <returns>
    /// An enumerator for <c>foreach</c>. It is valid until the stream is written to, truncated or disposed.
    /// </returns>
    public PooledStreamBlocks GetBlocks() => new(Table(), _length, _options.BlockBytes);

    /// <summary>
    /// Returns the whole content without copying it. If there is more than one block, allocates 48 bytes per block.
    /// </summary>
    /// <returns>A sequence that is valid until the stream is written to, truncated or disposed.</returns>
    public ReadOnlySequence<byte> AsSequence()
    {
        PooledStreamBlocks blocks = GetBlocks();
        if (!blocks.MoveNext())
        {
            return ReadOnlySequence<byte>.Empty;
        }

        var first = new BlockSegment(blocks.Current, previous: null);
        BlockSegment last = first;
        while (blocks.MoveNext())
        {
            last = new BlockSegment(blocks.Current, last);
        }

        return last == first
            ? new ReadOnlySequence<byte>(first.Memory)
            : new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    /// <summary>Copies the whole content to a new array, regardless of the position.</summary>
    /// <returns>The array.</returns>
    /// <exception cref="InvalidOperationException">The content is longer than the maximum array length.</exception>
    public byte[] ToArray()
    {
        Table();
        if (_length > Array.MaxLength)
        {
            StreamErrors.TooLongForArray(_length);
        }

        byte[] all = GC.AllocateUninitializedArray<byte>((int)_length);
        int at = 0;
        foreach (ReadOnlyMemory<byte> block in GetBlocks())
        {
            block.Span.CopyTo(all.AsSpan(at));
            at += block.Length;
        }

        return all;
    }

    private sealed class BlockSegment : ReadOnlySequenceSegment<byte>
    {
        internal BlockSegment(ReadOnlyMemory<byte> memory, BlockSegment? previous)
        {
            Memory = memory;
            if (previous is not null)
            {
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
                previous.Next = this;
            }
        }
    }
}
