using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What is uploaded: the same random bytes from wherever they come.</summary>
internal sealed class ScenarioContent
{
    private const int BlockBytes = 1 << 20;
    private const int PieceBytes = 64 << 10;

    private readonly byte[]? _bytes;
    private readonly OneWayStream? _stream;
    private readonly string? _path;

    /// <summary>Makes the bytes, or the file.</summary>
    /// <param name="source">Where they come from.</param>
    /// <param name="length">How many.</param>
    /// <param name="path">The file, where it is one; written here.</param>
    public ScenarioContent(ContentSource source, long length, string? path)
    {
        Source = source;
        Length = length;
        if (source == ContentSource.File)
        {
            _path = path!;
            Digest = WriteFile(_path, length);
            return;
        }

        _bytes = GC.AllocateUninitializedArray<byte>((int)length);
        new Random(Seed: 1).NextBytes(_bytes);
        Digest = Xxh3.Hash128(_bytes);
        _stream = source == ContentSource.Stream ? new OneWayStream(_bytes, PieceBytes) : null;
    }

    /// <summary>Where the bytes come from.</summary>
    public ContentSource Source { get; }

    /// <summary>How many there are.</summary>
    public long Length { get; }

    /// <summary>Their digest.</summary>
    public Digest128 Digest { get; }

    /// <summary>Bytes that this holds in memory.</summary>
    public long HeldBytes => _bytes?.Length ?? 0;

    /// <summary>The bytes, of an array.</summary>
    public byte[] Bytes => _bytes!;

    /// <summary>The path, of a file.</summary>
    public string Path => _path!;

    /// <summary>The stream that cannot seek, from its start.</summary>
    public OneWayStream OpenOneWay()
    {
        _stream!.Rewind();
        return _stream;
    }

    /// <summary>Writes a file of random bytes.</summary>
    /// <returns>Their digest.</returns>
    public static Digest128 WriteFile(string path, long length)
    {
        var random = new Random(Seed: 1);
        var digest = new Xxh3State();
        byte[] block = new byte[BlockBytes];
        using FileStream file = File.Create(path);
        for (long done = 0; done < length;)
        {
            random.NextBytes(block);
            ReadOnlySpan<byte> part = block.AsSpan(0, (int)Math.Min(BlockBytes, length - done));
            file.Write(part);
            digest.Append(part);
            done += part.Length;
        }

        return digest.GetDigest();
    }

    /// <summary>The digest of a file.</summary>
    public static Digest128 DigestOf(string path)
    {
        var digest = new Xxh3State();
        byte[] block = new byte[BlockBytes];
        using FileStream file = File.OpenRead(path);
        int count;
        while ((count = file.Read(block)) > 0)
        {
            digest.Append(block.AsSpan(0, count));
        }

        return digest.GetDigest();
    }
}
