using System.Buffers;

namespace Doppel.Pooling;

/// <content>The content without a copy, and with one.</content>
public sealed partial class PooledStream
{
    /// <summary>The whole content in pieces, one for each block, without a copy or an allocation.</summary>
    /// <returns>For <c>foreach</c>. It holds until the stream is written, cut or disposed.</returns>
    public PooledStreamBlocks GetBlocks() => new(Table(), _length, _options.BlockBytes);

    /// <summary>The whole content without a copy. Beyond one block, it allocates 48 bytes for each.</summary>
    /// <returns>A sequence that holds until the stream is written, cut or disposed.</returns>
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

    /// <summary>The whole content as a new array, wherever the position is.</summary>
    /// <exception cref="InvalidOperationException">The content is longer than an array may be.</exception>
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
