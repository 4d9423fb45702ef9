using System.Globalization;
using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>
/// The talk's scenario: is the bucket there, is a key missing, upload, is it there, download, delete.
/// </summary>
internal sealed class ScenarioWork : IClientWork
{
    /// <summary>The number of the step that uploads.</summary>
    public const int Upload = 2;

    /// <summary>The number of the step that asks for what is there.</summary>
    public const int Head = 3;

    /// <summary>The number of the step that downloads.</summary>
    public const int Download = 4;

    private const int WarmUpRounds = 60;

    // Pools of the runtime, which each thread has, fill by large ones only.
    private const int LargeWarmUpRounds = 2;

    private readonly IObjectClient _client;
    private readonly string _bucket;
    private readonly string _prefix;
    private readonly ScenarioContent _content;
    private readonly byte[] _received;
    private readonly byte[] _small = new byte[10 << 10];
    private int _number;

    public ScenarioWork(IObjectClient client, ClientOrder order, string folder)
    {
        _client = client;
        _bucket = order.Bucket;
        _prefix = order.Prefix;
        _content = new ScenarioContent(order.Source, order.Bytes, Path.Combine(folder, "content"));
        _received = GC.AllocateUninitializedArray<byte>((int)order.Bytes);
    }

    /// <summary>The steps by name.</summary>
    public static IReadOnlyList<string> StepNames { get; } =
        ["bucket exists", "missing key", "upload", "head", "download", "delete"];

    public int Steps => StepNames.Count;

    public long DataBytes => _content.HeldBytes + _received.Length;

    public async ValueTask WarmUpAsync()
    {
        for (int i = 0; i < WarmUpRounds; i++)
        {
            string key = NextKey();
            await _client.BucketExistsAsync(_bucket).ConfigureAwait(false);
            await _client.ObjectExistsAsync(_bucket, key).ConfigureAwait(false);
            await _client.PutAsync(_bucket, key, _small).ConfigureAwait(false);
            await _client.ObjectExistsAsync(_bucket, key).ConfigureAwait(false);
            await _client.GetAsync(_bucket, key, _received).ConfigureAwait(false);
            await _client.DeleteAsync(_bucket, key).ConfigureAwait(false);
        }

        for (int i = 0; i < LargeWarmUpRounds; i++)
        {
            await RunAsync(new Meter(Steps)).ConfigureAwait(false);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask RunAsync(Meter meter)
    {
        string key = NextKey();
        using var destination = new MemoryStream(_received);
        _received.AsSpan().Clear();
        meter.Begin();
        bool isBucket = await _client.BucketExistsAsync(_bucket).ConfigureAwait(false);
        meter.Mark();
        bool wasThere = await _client.ObjectExistsAsync(_bucket, key).ConfigureAwait(false);
        meter.Mark();
        await _client.UploadAsync(_bucket, key, _content).ConfigureAwait(false);
        meter.Mark();
        bool isThere = await _client.ObjectExistsAsync(_bucket, key).ConfigureAwait(false);
        meter.Mark();
        await _client.DownloadAsync(_bucket, key, destination).ConfigureAwait(false);
        meter.Mark();
        await _client.DeleteAsync(_bucket, key).ConfigureAwait(false);
        meter.Mark();
        VerifyException.Unless(isBucket && !wasThere && isThere);
        VerifyException.UnlessEqual(_content.Digest, Xxh3.Hash128(_received), "the download");
    }

    // The talk's key is not ASCII either.
    private string NextKey() =>
        string.Create(CultureInfo.InvariantCulture, $"{_prefix}привет-как-дела-{_number++:d8}");
}
