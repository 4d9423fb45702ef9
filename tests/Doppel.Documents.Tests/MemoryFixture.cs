using Doppel.S3.Server;

namespace Doppel.Documents.Tests;

/// <summary>The service before an S3 in memory, which counts requests and fails where a test says so.</summary>
public sealed class MemoryFixture : IAsyncLifetime
{
    /// <summary>The largest document of this service, in bytes.</summary>
    internal const int BytesMax = 12 * 1024 * 1024;

    /// <summary>Where documents are.</summary>
    internal const string Bucket = "documents";

    /// <summary>What holds objects.</summary>
    internal MemoryS3 Memory { get; } = new(new MemoryS3Options { SecretOf = _ => "secret" });

    /// <summary>What speaks for it.</summary>
    internal FaultServer Server { get; private set; } = null!;

    /// <summary>The service.</summary>
    internal DocumentService Service { get; private set; } = null!;

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        Server = FaultServer.Start(Memory);
        Service = await DocumentService.StartAsync(
            Server.Endpoint, "ACCESS", "secret", Memory.Options.Region, Bucket, BytesMax);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Service is not null)
        {
            await Service.DisposeAsync();
        }

        await Server.DisposeAsync();
    }
}
