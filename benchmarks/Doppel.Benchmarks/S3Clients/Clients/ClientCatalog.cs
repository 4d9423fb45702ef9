using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Work;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>The clients that can be had here.</summary>
internal static class ClientCatalog
{
    /// <summary>Ours.</summary>
    public static ClientEntry Ours { get; } =
        new("ours", "Doppel.S3", Role.Ours, settings => new OwnClient(settings, keepsKeys: true));

    /// <summary>Ours, whose lists are gone through by spans.</summary>
    public static ClientEntry OursBySpan { get; } =
        new("ours-span", "Doppel.S3, by spans", Role.Ours, settings => new OwnClient(settings, keepsKeys: false));

    /// <summary>Ours, which holds less of a stream in memory, and so makes more requests.</summary>
    public static ClientEntry OursInSmallParts { get; } =
        new("ours-small", "Doppel.S3, 2 parts of 12 MiB", Role.Ours, settings => new OwnClient(
            settings, keepsKeys: true, new S3UploadOptions { PartBytes = 12 << 20, Parallelism = 2 }))
        {
            Makes = cell => cell.Source == ContentSource.Stream,
        };

    /// <summary>The client of AWS, with its TransferUtility for what is large.</summary>
    public static ClientEntry Sdk { get; } =
        new("sdk", "AWSSDK.S3", Role.Rival, settings => new SdkClient(settings))
        {
            // It refuses to send a body unsigned where TLS does not protect it.
            Makes = cell => cell.IsSigned || cell.Transport == "https",
        };

    /// <summary>The client of MinIO, which has no choice.</summary>
    public static ClientEntry Minio { get; } =
        new("minio", "Minio", Role.Rival, settings => new MinioRival(settings))
        {
            Makes = cell => cell.IsSigned == (cell.Transport == "http"),
        };

    /// <summary>All that are measured against each other.</summary>
    public static IReadOnlyList<ClientEntry> All { get; } = [Ours, Sdk, Minio];

    /// <summary>Finds one by its id; throws <see cref="KeyNotFoundException"/> for others.</summary>
    public static ClientEntry Find(string id) =>
        All.Append(OursBySpan).Append(OursInSmallParts).FirstOrDefault(entry => entry.Id == id)
        ?? throw new KeyNotFoundException($"There is no client {id}.");
}
