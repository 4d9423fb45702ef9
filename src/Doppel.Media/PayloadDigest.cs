using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>
/// The digest of a payload: XXH3-128 of the key's 16 bytes and then of every byte of the payload, in order.
/// </summary>
/// <remarks>
/// Files of one format whose digests differ are no twins. Not thread-safe; made to be used again for other files.
/// </remarks>
public sealed class PayloadDigest
{
    private const int BufferBytes = 256 * 1024;

    private readonly Xxh3State _state = new();
    private byte[]? _buffer;

    /// <summary>Forgets what was appended and begins with a payload.</summary>
    /// <param name="map">The payload, of which bytes are then appended in the order of its extents.</param>
    public void Begin(MediaMap map)
    {
        ArgumentNullException.ThrowIfNull(map);
        Span<byte> key = stackalloc byte[Digest128.ByteCount];
        map.Key.WriteBytes(key);
        _state.Reset();
        _state.Append(key);
    }

    /// <summary>Takes in the next bytes of the payload.</summary>
    public void Append(ReadOnlySpan<byte> bytes) => _state.Append(bytes);

    /// <summary>The digest of what was appended since the beginning.</summary>
    public Digest128 GetDigest() => _state.GetDigest();

    /// <summary>Reads a whole payload and tells its digest.</summary>
    /// <param name="map">The payload.</param>
    /// <param name="source">The file.</param>
    /// <param name="digest">Its digest.</param>
    /// <param name="cancellation">Looked at between blocks.</param>
    /// <returns>False where not all of it could be read.</returns>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public bool TryRead(
        MediaMap map, IMediaSource source, out Digest128 digest, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        Begin(map);
        digest = default;
        _buffer ??= GC.AllocateUninitializedArray<byte>(BufferBytes);
        foreach (PayloadExtent extent in map.Extents)
        {
            for (long done = 0; done < extent.Length;)
            {
                cancellation.ThrowIfCancellationRequested();
                Span<byte> block = _buffer.AsSpan(0, (int)Math.Min(_buffer.Length, extent.Length - done));
                if (!source.TryRead(extent.Offset + done, block))
                {
                    return false;
                }

                Append(block);
                done += block.Length;
            }
        }

        digest = GetDigest();
        return true;
    }
}
