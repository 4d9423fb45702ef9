using System.Collections.Concurrent;
using Doppel.Benchmarks.Upload.Relays;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>The files that are uploaded: windows of one block of random bytes, each different everywhere.</summary>
/// <remarks>Thread-safe. Neighbours differ, so bytes of another upload in a used buffer never pass unnoticed.</remarks>
internal sealed class UploadFiles
{
    private const int Seed = 20_240;
    private const int WindowsMax = 64;
    private const int WindowStepBytes = 4_099;

    private readonly ConcurrentDictionary<(int Bytes, int Window), Digest128> _digests = new();
    private readonly byte[] _random;

    /// <summary>Makes files of up to <paramref name="bytesMax"/> bytes.</summary>
    public UploadFiles(int bytesMax = RelayCatalog.FileBytesMax)
    {
        _random = GC.AllocateUninitializedArray<byte>(bytesMax + (WindowsMax * WindowStepBytes));
        new Random(Seed).NextBytes(_random);
    }

    /// <summary>The content of a file.</summary>
    /// <param name="bytes">Its length.</param>
    /// <param name="number">Its running number; every 64th content is the same.</param>
    public ReadOnlyMemory<byte> Content(int bytes, long number) =>
        _random.AsMemory((int)(number % WindowsMax) * WindowStepBytes, bytes);

    /// <summary>The digest of that content.</summary>
    public Digest128 DigestOf(int bytes, long number) => _digests.GetOrAdd(
        (bytes, (int)(number % WindowsMax)),
        static (key, files) => Xxh3.Hash128(files.Content(key.Bytes, key.Window).Span), this);
}
