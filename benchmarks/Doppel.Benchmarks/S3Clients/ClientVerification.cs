using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;
using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>What one client stores each client reads and lists alike.</summary>
internal static class ClientVerification
{
    private const int Keys = 2500;
    private const long ContentBytes = (6L << 20) + 1;

    public static async Task RunAsync()
    {
        using var server = MemoryService.Start(Keys);
        IObjectClient[] clients =
            [.. ClientCatalog.All.Append(ClientCatalog.OursBySpan).Select(entry => entry.Open(server.Settings))];
        var content = new ScenarioContent(ContentSource.Array, ContentBytes, path: null);
        try
        {
            foreach (IObjectClient writer in clients)
            {
                await CheckSmallAsync(writer, clients).ConfigureAwait(false);
                await CheckLargeAsync(writer, clients, content).ConfigureAwait(false);
            }

            ListedKeys expected = await clients[0].ListAsync(MemoryService.Listing, "").ConfigureAwait(false);
            VerifyException.UnlessEqual(Keys, expected.Count, "the first list");
            foreach (IObjectClient client in clients)
            {
                VerifyException.UnlessEqual(
                    expected, await client.ListAsync(MemoryService.Listing, "").ConfigureAwait(false), "a list");
            }
        }
        finally
        {
            foreach (IObjectClient client in clients)
            {
                client.Dispose();
            }
        }
    }

    private static async Task CheckSmallAsync(IObjectClient writer, IObjectClient[] readers)
    {
        const string Key = "маленький/a b+c.bin";
        byte[] content = new byte[5000];
        byte[] read = new byte[content.Length];
        new Random(Seed: 2).NextBytes(content);
        await writer.PutAsync(MemoryService.Bucket, Key, content).ConfigureAwait(false);
        foreach (IObjectClient reader in readers)
        {
            VerifyException.Unless(await reader.ObjectExistsAsync(MemoryService.Bucket, Key).ConfigureAwait(false));
            int length = await reader.GetAsync(MemoryService.Bucket, Key, read).ConfigureAwait(false);
            VerifyException.Unless(read.AsSpan(0, length).SequenceEqual(content));
        }

        await writer.DeleteAsync(MemoryService.Bucket, Key).ConfigureAwait(false);
        foreach (IObjectClient reader in readers)
        {
            VerifyException.Unless(!await reader.ObjectExistsAsync(MemoryService.Bucket, Key).ConfigureAwait(false));
        }
    }

    private static async Task CheckLargeAsync(IObjectClient writer, IObjectClient[] readers, ScenarioContent content)
    {
        const string Key = "large.bin";
        await writer.UploadAsync(MemoryService.Bucket, Key, content).ConfigureAwait(false);
        foreach (IObjectClient reader in readers)
        {
            using var destination = new MemoryStream();
            await reader.DownloadAsync(MemoryService.Bucket, Key, destination).ConfigureAwait(false);
            VerifyException.UnlessEqual(content.Digest, Xxh3.Hash128(destination.ToArray()), "a download");
        }

        await writer.DeleteAsync(MemoryService.Bucket, Key).ConfigureAwait(false);
    }
}
