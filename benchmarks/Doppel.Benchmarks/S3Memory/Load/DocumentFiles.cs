using System.Collections.Concurrent;
using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>Documents of one length: windows of one block of random bytes behind the beginning of a PDF.</summary>
internal sealed class DocumentFiles
{
    private const int Seed = 123;
    private const int WindowStepBytes = 4_099;

    private static readonly byte[] s_beginning = [.. "%PDF-1.7\n"u8];

    private readonly ConcurrentDictionary<int, Digest128> _digests = new();
    private readonly byte[] _random;
    private readonly int _bytes;

    /// <summary>Makes so many, each different from its neighbours everywhere.</summary>
    public DocumentFiles(int count, int bytes)
    {
        _bytes = bytes;
        _random = GC.AllocateUninitializedArray<byte>(bytes + (count * WindowStepBytes));
        new Random(Seed).NextBytes(_random);
    }

    /// <summary>How one begins.</summary>
    public static ReadOnlyMemory<byte> Beginning => s_beginning;

    /// <summary>What follows in a document.</summary>
    public ReadOnlyMemory<byte> Rest(int number) =>
        _random.AsMemory(number * WindowStepBytes, _bytes - s_beginning.Length);

    /// <summary>The digest of a document.</summary>
    public Digest128 DigestOf(int number) => _digests.GetOrAdd(number, number =>
    {
        var state = new Xxh3State();
        state.Append(s_beginning);
        state.Append(Rest(number).Span);
        return state.GetDigest();
    });

    /// <summary>The name under which it is stored.</summary>
    public static string NameOf(int number) => string.Create(CultureInfo.InvariantCulture, $"up-{number:D3}.pdf");
}
