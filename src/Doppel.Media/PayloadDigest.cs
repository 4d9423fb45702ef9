using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>
/// Computes the digest of a payload: XXH3-128 of the 16 bytes of the key followed by every byte of the payload, in
/// order.
/// </summary>
/// <remarks>
/// Files of one format whose digests differ have different payloads. Not thread-safe. Reuse one instance for many
/// files.
/// </remarks>
public sealed class PayloadDigest
{
    private const int BufferBytes = 256 * 1024;

    private readonly Xxh3State _state = new();
    private byte[]? _buffer;

    /// <summary>Discards all appended bytes and starts a new payload.</summary>
    /// <param name="map">The map of the payload. Append its bytes next, in the order of its extents.</param>
    /// <exception cref="ArgumentNullException"><paramref name="map"/> is null.</exception>
    public void Begin(MediaMap map)
    {
        ArgumentNullException.ThrowIfNull(map);
        Span<byte> key = stackalloc byte[Digest128.ByteCount];
        map.Key.WriteBytes(key);
        _state.Reset();
        _state.Append(key);
    }

    /// <summary>Appends the next bytes of the payload.</summary>
    public void Append(ReadOnlySpan<byte> bytes) => _state.Append(bytes);

    /// <summary>Returns the digest of everything appended since <see cref="Begin"/>.</summary>
    public Digest128 GetDigest() => _state.GetDigest();

    /// <summary>Reads a whole payload and computes its digest.</summary>
    /// <param name="map">The map of the payload.</param>
    /// <param name="source">The file to read.</param>
    /// <param name="digest">The digest of the payload, or the default value if this method returns false.</param>
    /// <param name="cancellation">Cancels the operation; checked before each block of up to 256 KiB.</param>
    /// <returns>True if the whole payload was read; false if any of it could not be read.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="map"/> or <paramref name="source"/> is null.
    /// </exception>
    /// <exception cref="OperationCanceledException">The operation was cancelled.</exception>
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
