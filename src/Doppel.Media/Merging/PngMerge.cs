using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Plans how tags are added to the XMP of a PNG file.</summary>
internal static class PngMerge
{
    private const int SignatureBytes = 8;
    private const int AroundBytes = 12; // length, type and checksum
    private const int ChunksMax = 1_000_000;
    private const uint ContentCredentials = 0x63614258; // caBX

    // The keyword, no compression, no language and no translated keyword.
    private static ReadOnlySpan<byte> Xmp => "XML:com.adobe.xmp\0\0\0\0\0"u8;

    private static ReadOnlySpan<byte> Keyword => "XML:com.adobe.xmp\0"u8;

    /// <inheritdoc cref="FlacMerge.Plan"/>
    internal static string? Plan(
        HeaderReader file, IReadOnlyList<MediaTag> kept, IReadOnlyList<MediaTag> added, List<MediaEdit> edits)
    {
        (long at, long freshAt) = (SignatureBytes, -1);
        List<(long At, int Bytes)> packets = [];
        for (int i = 0; ; i++)
        {
            (long bytes, uint type) = (file.BigEndian32(at), file.BigEndian32(at + 4));
            if (i == ChunksMax || type == ContentCredentials)
            {
                return i == ChunksMax ? "the keeper has too many chunks" : "the keeper is signed (C2PA)";
            }

            // ffmpeg reads no animation in which a chunk is between that of the first frame and its data.
            freshAt = freshAt < 0 && type is (PngChunk.Data or PngChunk.FrameControl) ? at : freshAt;
            if (type is PngChunk.WideText or PngChunk.PackedText or PngChunk.Text && file.Is(at + 8, Keyword))
            {
                packets.Add((at, (int)bytes));
            }

            at += bytes + AroundBytes;
            if (type == PngChunk.End)
            {
                break;
            }
        }

        if (at != file.Length || freshAt < 0)
        {
            return freshAt < 0 ? "the keeper has no image" : "the keeper has data behind the image";
        }

        if (packets.Count == 0)
        {
            return XmpSidecar.AddTo(default, kept, added, out byte[] fresh) is { } why
                ? $"the keeper's XMP {why}"
                : Insert(fresh);
        }

        (long chunkAt, int chunkBytes) = packets[0];
        if (packets.Count > 1 || chunkBytes > XmpSidecar.BytesMax || file.BigEndian32(chunkAt + 4) != PngChunk.WideText
            || file.ByteAt(chunkAt + 8 + Keyword.Length) != 0)
        {
            return "the keeper has compressed XMP, or several packets";
        }

        byte[] chunk = TagSlice.Within(file, chunkAt, chunkBytes + AroundBytes).ToArray(int.MaxValue);
        int start = 8 + Keyword.Length + 2;
        start += chunk.AsSpan(start).IndexOf((byte)0) + 1;
        start += chunk.AsSpan(start).IndexOf((byte)0) + 1;
        if (XmpSidecar.AddTo(chunk.AsMemory(start..^4), kept, added, out byte[] changed) is { } against)
        {
            return $"the keeper's XMP {against}";
        }

        byte[] whole = Chunk([.. chunk.AsSpan(8..start), .. changed]);
        edits.Add(MediaEdit.Of(chunkAt, chunk.AsSpan(0, 4), whole.AsSpan(0, 4)));
        edits.Add(MediaEdit.Of(chunkAt + 4, chunk.AsSpan(4), whole.AsSpan(4)));
        return null;

        string? Insert(byte[] packet)
        {
            edits.Add(new MediaEdit(freshAt, default, Chunk([.. Xmp, .. packet])));
            return null;
        }
    }

    private static byte[] Chunk(byte[] content)
    {
        byte[] chunk = new byte[content.Length + AroundBytes];
        BinaryPrimitives.WriteInt32BigEndian(chunk, content.Length);
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(4), PngChunk.WideText);
        content.CopyTo(chunk.AsSpan(8));
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(8 + content.Length), Crc32.Hash(chunk.AsSpan(4..^4)));
        return chunk;
    }
}
