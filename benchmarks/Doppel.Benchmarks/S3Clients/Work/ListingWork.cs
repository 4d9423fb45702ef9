using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>One long list.</summary>
internal sealed class ListingWork(IObjectClient client, ClientOrder order) : IClientWork
{
    public int Steps => 1;

    public long DataBytes => 0;

    // A list is long enough to make its own code fast.
    public async ValueTask WarmUpAsync() => await client.ListAsync(order.Bucket, prefix: "").ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask RunAsync(Meter meter)
    {
        meter.Begin();
        ListedKeys listed = await client.ListAsync(order.Bucket, prefix: "").ConfigureAwait(false);
        meter.Mark();
        VerifyException.UnlessEqual(order.Count, listed.Count, "the list");
    }
}
