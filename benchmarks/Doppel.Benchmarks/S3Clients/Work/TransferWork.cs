using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>A large file up and down again, in parts side by side.</summary>
internal sealed class TransferWork : IClientWork
{
    private readonly IObjectClient _client;
    private readonly ClientOrder _order;
    private readonly string _key;
    private readonly string _from;
    private readonly string _to;
    private readonly Digest128 _digest;

    public TransferWork(IObjectClient client, ClientOrder order, string folder)
    {
        _client = client;
        _order = order;
        _key = order.Prefix + "large.bin";
        _from = Path.Combine(folder, "up.bin");
        _to = Path.Combine(folder, "down.bin");
        _digest = ScenarioContent.WriteFile(_from, order.Bytes);
    }

    public int Steps => 2;

    public long DataBytes => 0;

    // Whoever moves hundreds of megabytes at a time is warm after the first round, which is not measured.
    public ValueTask WarmUpAsync() => ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask RunAsync(Meter meter)
    {
        meter.Begin();
        await _client.UploadFileAsync(_order.Bucket, _key, _from).ConfigureAwait(false);
        meter.Mark();
        await _client.DownloadFileAsync(_order.Bucket, _key, _to).ConfigureAwait(false);
        meter.Mark();
        await _client.DeleteAsync(_order.Bucket, _key).ConfigureAwait(false);
        VerifyException.UnlessEqual(_digest, ScenarioContent.DigestOf(_to), "the download");
        File.Delete(_to);
    }
}
