namespace Doppel.Hashing;

/// <summary>Cuts what is appended into blocks.</summary>
/// <param name="blockBytes">The size of a block.</param>
/// <param name="kept">
/// The number of bytes that must follow a block before it is mixed: 1 if the last block is special even if it is full,
/// otherwise 0.
/// </param>
internal abstract class BlockHash(int blockBytes, int kept) : ContentHash
{
    private readonly byte[] _held = new byte[blockBytes];
    private int _count;

    /// <summary>The number of bytes in the blocks that were mixed.</summary>
    protected ulong Mixed { get; private set; }

    /// <summary>The bytes after the last block that was mixed.</summary>
    protected ReadOnlySpan<byte> Rest => _held.AsSpan(0, _count);

    public sealed override void Append(ReadOnlySpan<byte> source)
    {
        if (_count > 0)
        {
            int taken = Math.Min(blockBytes - _count, source.Length);
            source[..taken].CopyTo(_held.AsSpan(_count));
            _count += taken;
            source = source[taken..];
            if (_count < blockBytes || source.Length < kept)
            {
                return;
            }

            MixAll(_held);
            _count = 0;
        }

        int whole = source.Length < kept ? 0 : (source.Length - kept) / blockBytes * blockBytes;
        MixAll(source[..whole]);
        source[whole..].CopyTo(_held);
        _count = source.Length - whole;
    }

    public sealed override void Finish(Span<byte> destination)
    {
        End(destination);
        Mixed = 0;
        _count = 0;
        Begin();
    }

    /// <summary>Sets the state to that of no bytes.</summary>
    protected abstract void Begin();

    /// <summary>Mixes whole blocks into the state.</summary>
    protected abstract void Mix(ReadOnlySpan<byte> blocks);

    /// <summary>Mixes the rest into the state and returns the digest.</summary>
    protected abstract void End(Span<byte> destination);

    private void MixAll(ReadOnlySpan<byte> blocks)
    {
        Mixed += (ulong)blocks.Length;
        Mix(blocks);
    }
}
