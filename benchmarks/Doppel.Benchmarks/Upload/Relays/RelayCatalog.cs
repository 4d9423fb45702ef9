using System.Buffers;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Every way to pass a file on that the suite compares, and its exhibits.</summary>
internal static class RelayCatalog
{
    /// <summary>The longest file of the suite, in bytes: what a pool for whole files must hold.</summary>
    public const int FileBytesMax = 100_000_000;

    /// <summary>The exhibit whose single read is short.</summary>
    public const string SingleRead = "single-read";

    /// <summary>The exhibit whose clients are disposed.</summary>
    public const string OwnClient = "own-client";

    /// <summary>As the article prints it.</summary>
    public const string Article = "article";

    /// <summary>The article's way made right.</summary>
    public const string Shared = "shared";

    /// <summary>Ours, with managed memory.</summary>
    public const string Ours = "ours";

    /// <summary>The most uploads at once: what a pool for whole files must lend.</summary>
    private const int AtOnceMax = 64;

    /// <summary>All contestants, the article's first.</summary>
    public static IReadOnlyList<RelayEntry> Contestants { get; } =
    [
        new(Article, "article, as printed", Role.Reference, Streams: false, () => new ArticleRelay()),
        new(Shared, "whole file, ArrayPool.Shared", Role.Rival, Streams: false,
            () => new WholeFileRelay(new PooledArrays(ArrayPool<byte>.Shared))),
        new("new", "whole file, new byte[]", Role.Rival, Streams: false,
            () => new WholeFileRelay(new NewArrays())),
        new("create", "whole file, ArrayPool.Create", Role.Rival, Streams: false,
            () => new WholeFileRelay(new PooledArrays(ArrayPool<byte>.Create(FileBytesMax, AtOnceMax)))),
        new("form", "IFormFile, StreamContent", Role.Rival, Streams: false, () => new FormStreamRelay()),
        new("part", "part, StreamContent", Role.Rival, Streams: true, () => new PartStreamRelay()),
        new(Ours, "part, BufferPool (ours)", Role.Ours, Streams: true,
            () => new PooledPartRelay(BufferPool<byte>.Shared)),
        new("ours-native", "part, NativeBufferPool (ours)", Role.Ours, Streams: true,
            () => new NativePartRelay(NativeBufferPool.Shared)),
    ];

    /// <summary>What is shown and not compared.</summary>
    public static IReadOnlyList<RelayEntry> Exhibits { get; } =
    [
        new(SingleRead, "part, one read (exhibit)", Role.Reference, Streams: true, () => new SingleReadRelay()),
        new(OwnClient, "part, a client for each file (exhibit)", Role.Reference, Streams: true,
            () => new OwnClientRelay()),
    ];

    /// <summary>
    /// Finds a contestant or an exhibit by its id; throws <see cref="KeyNotFoundException"/> for others.
    /// </summary>
    public static RelayEntry Find(string id) => Contestants.Concat(Exhibits).FirstOrDefault(entry => entry.Id == id)
        ?? throw new KeyNotFoundException($"There is no relay {id}.");
}
