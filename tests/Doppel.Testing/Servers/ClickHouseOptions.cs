namespace Doppel.Testing.Servers;

/// <summary>How a <see cref="ClickHouseServer"/> is configured.</summary>
public sealed record ClickHouseOptions
{
    /// <summary>The address where it listens.</summary>
    public string Host { get; init; } = "127.0.0.1";

    /// <summary>The port for other servers of a cluster, 0 for any.</summary>
    public int TcpPort { get; init; }

    /// <summary>The port for TLS, 0 for none. It needs the files <c>server.crt</c> and <c>server.key</c>.</summary>
    public int HttpsPort { get; init; }

    /// <summary>Elements of <c>users</c> in its configuration beside the user <c>default</c>.</summary>
    public string Users { get; init; } = "";

    /// <summary>Elements of its main configuration.</summary>
    public string Config { get; init; } = "";

    /// <summary>More files beside its configuration, such as <c>users.d/more.xml</c>.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>();

    /// <summary>The password that <see cref="Files"/> gives the user <c>default</c>.</summary>
    public string Password { get; init; } = "";
}
