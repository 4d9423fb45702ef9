using System.Globalization;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>A body in the chunks of S3 (<c>aws-chunked</c>), taken apart.</summary>
internal sealed class AwsChunked
{
    private const int ChunkBytesMin = 8192;

    private readonly byte[] _bytes;
    private int _at;

    public AwsChunked(byte[] bytes)
    {
        _bytes = bytes;
        using var body = new MemoryStream();
        while (ReadChunk() is { Data.Length: > 0 } chunk)
        {
            body.Write(chunk.Data.Span);
        }

        if (Chunks.SkipLast(2).Any(chunk => chunk.Data.Length < ChunkBytesMin))
        {
            throw new S3Error(403, "InvalidChunkSizeError");
        }

        ReadTrailers();
        Body = body.ToArray();
    }

    /// <summary>What the chunks hold.</summary>
    public byte[] Body { get; }

    /// <summary>The chunks in their order, the empty one among them.</summary>
    public List<SignedChunk> Chunks { get; } = [];

    /// <summary>What follows the last chunk.</summary>
    public List<KeyValuePair<string, string>> Trailers { get; } = [];

    private SignedChunk ReadChunk()
    {
        string[] head = ReadLine().Split(";chunk-signature=");
        if (!int.TryParse(head[0], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int size)
            || size < 0 || size > _bytes.Length - _at)
        {
            throw new S3Error(400, "IncompleteBody");
        }

        var chunk = new SignedChunk(_bytes.AsMemory(_at, size), head.Length > 1 ? head[1] : null);
        Chunks.Add(chunk);
        _at += size;
        if (size > 0 && ReadLine().Length > 0)
        {
            throw new S3Error(400, "IncompleteBody");
        }

        return chunk;
    }

    private void ReadTrailers()
    {
        while (ReadLine() is { Length: > 0 } line)
        {
            string[] parts = line.Split(':', 2);
            Trailers.Add(new(parts[0], parts.Length > 1 ? parts[1].Trim() : ""));
        }

        if (_at != _bytes.Length)
        {
            throw new S3Error(400, "IncompleteBody");
        }
    }

    private string ReadLine()
    {
        int length = _bytes.AsSpan(_at).IndexOf("\r\n"u8);
        if (length < 0)
        {
            throw new S3Error(400, "IncompleteBody");
        }

        string line = Encoding.Latin1.GetString(_bytes, _at, length);
        _at += length + 2;
        return line;
    }
}
