using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>The figures that were published of the scenario: upload, download and deletion of 123 MB.</summary>
internal static class PublishedScenario
{
    public const string Sdk = "AWS SDK";
    public const string Minio = "Minio";
    public const string Talk = "the talk's client";

    private const double KiB = 1024;
    private const double MiB = 1024 * KiB;

    private static readonly (string Place, string Runtime, string Client, double Seconds, double Bytes)[] s_figures =
    [
        ("Windows, 2023", ".NET 7.0.2, Windows 11", Sdk, 2.173, 207_341.8 * KiB),
        ("Windows, 2023", ".NET 7.0.2, Windows 11", Minio, 1.365, 279_989.3 * KiB),
        ("Windows, 2023", ".NET 7.0.2, Windows 11", Talk, 1.282, 819.5 * KiB),
        ("Debian, 2023", ".NET 7.0.11, Debian 11", Sdk, 5.021, 200 * MiB),
        ("Debian, 2023", ".NET 7.0.11, Debian 11", Minio, 5.622, 274.96 * MiB),
        ("Debian, 2023", ".NET 7.0.11, Debian 11", Talk, 5.099, 2.34 * MiB),
        ("Debian, 2025", ".NET 8.0.15, Debian", Sdk, 5.788, 25.78 * MiB),
        ("Debian, 2025", ".NET 8.0.15, Debian", Minio, 7.016, 274.03 * MiB),
        ("Debian, 2025", ".NET 8.0.15, Debian", Talk, 5.510, 1.5 * MiB),
    ];

    /// <summary>Where and when they were measured, in their order.</summary>
    public static IReadOnlyList<string> Places { get; } = [.. s_figures.Select(figure => figure.Place).Distinct()];

    /// <summary>The rows, for the cell that they come nearest to.</summary>
    public static IReadOnlyList<Row> Rows(IReadOnlyList<Parameter> parameters) =>
    [
        .. s_figures.Select(figure => new Row
        {
            Contestant = figure.Client,
            Role = Role.Published,
            Parameters = parameters,
            Runtime = figure.Runtime,
            CenterNs = figure.Seconds * 1e9,
            AllocatedBytes = figure.Bytes,
        }),
    ];

    /// <summary>The figures of one client by the number of their place.</summary>
    public static IEnumerable<(int Place, double Ns, double Bytes)> Of(string client) =>
        s_figures.Where(figure => figure.Client == client).Select(figure =>
            (Places.Index().First(place => place.Item == figure.Place).Index, figure.Seconds * 1e9, figure.Bytes));
}
