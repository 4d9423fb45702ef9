namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>Where a client sends its requests, and how it signs them.</summary>
/// <param name="Endpoint">The address of the server.</param>
/// <param name="AccessKey">Who signs.</param>
/// <param name="SecretKey">With what.</param>
/// <param name="Region">The region to sign for.</param>
internal sealed record ClientSettings(string Endpoint, string AccessKey, string SecretKey, string Region)
{
    /// <summary>Whether bodies are signed, too.</summary>
    public bool SignsPayload { get; init; } = true;

    /// <summary>Reads the variables that the tests read, too.</summary>
    /// <param name="setting">Gives the value of one; null where it is not set.</param>
    /// <exception cref="InvalidOperationException">One is missing.</exception>
    public static ClientSettings From(Func<string, string?> setting)
    {
        string Needed(string name) => setting(name) ?? throw new InvalidOperationException($"{name} is not set.");
        return new ClientSettings(
            Needed(Endpoints), Needed("DOPPEL_S3_ACCESS_KEY"), Needed("DOPPEL_S3_SECRET_KEY"),
            setting("DOPPEL_S3_REGION") ?? "us-east-1");
    }

    /// <summary>The variable that names the endpoint.</summary>
    public const string Endpoints = "DOPPEL_S3_ENDPOINT";

    /// <summary>The same as variables, for a process that reads them.</summary>
    public IEnumerable<(string Name, string Value)> ToEnvironment() =>
    [
        (Endpoints, Endpoint), ("DOPPEL_S3_ACCESS_KEY", AccessKey), ("DOPPEL_S3_SECRET_KEY", SecretKey),
        ("DOPPEL_S3_REGION", Region),
    ];
}
