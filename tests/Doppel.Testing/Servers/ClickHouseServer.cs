using System.Text;
using Doppel.Testing.Processes;

namespace Doppel.Testing.Servers;

/// <summary>A real ClickHouse server.</summary>
public sealed class ClickHouseServer : LocalServer
{
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromMinutes(5) };
    private readonly ClickHouseOptions _options;

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    /// <param name="host">The address where it listens.</param>
    /// <param name="users">Elements of <c>users</c> in its configuration beside the user <c>default</c>.</param>
    public ClickHouseServer(string host = "127.0.0.1", string users = "")
        : this(new ClickHouseOptions { Host = host, Users = users })
    {
    }

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    public ClickHouseServer(ClickHouseOptions options)
        : base("clickhouse-server --config-file=config.xml", options.Host)
    {
        _options = options;
        string host = options.Host;
        TcpPort = options.TcpPort > 0 ? options.TcpPort : FreePort(host);
        Address = new Uri($"http://{host}:{Port}");
        foreach ((string name, string text) in options.Files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName($"{Folder}/{name}")!);
            File.WriteAllText($"{Folder}/{name}", text);
        }

        string tls = options.HttpsPort == 0 ? "" : $"""
            <https_port>{options.HttpsPort}</https_port><openSSL><server>
            <certificateFile>server.crt</certificateFile><privateKeyFile>server.key</privateKeyFile>
            <verificationMode>none</verificationMode><loadDefaultCAFile>false</loadDefaultCAFile></server></openSSL>
            """;
        File.WriteAllText($"{Folder}/users.xml", $"""
            <yandex><profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles>
            <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile>
            <quota>default</quota></default>{options.Users}</users><quotas><default/></quotas></yandex>
            """);
        File.WriteAllText($"{Folder}/config.xml", $"""
            <yandex><logger><level>warning</level><log>log</log><errorlog>errors</errorlog></logger>
            <http_port>{Port}</http_port><tcp_port>{TcpPort}</tcp_port><listen_host>{host}</listen_host>
            <path>{Folder}/data/</path><tmp_path>{Folder}/data/tmp/</tmp_path>
            <users_config>users.xml</users_config><default_profile>default</default_profile>
            <default_database>default</default_database><mark_cache_size>100000000</mark_cache_size>
            <uncompressed_cache_size>0</uncompressed_cache_size>{tls}{options.Config}</yandex>
            """);
        Start();
    }

    /// <summary>Whether Debian's package is here.</summary>
    public static bool IsInstalled => Tool.Find("clickhouse-server") is not null;

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    /// <summary>Where other servers of a cluster reach it.</summary>
    public int TcpPort { get; }

    /// <summary>The most memory that its process has used, in bytes.</summary>
    public long PeakBytes
    {
        get
        {
            string server = File.ReadAllText($"/proc/{ShellId}/task/{ShellId}/children").Split(' ').First(static id =>
                File.ReadAllText($"/proc/{id}/cmdline").StartsWith("clickhouse-server", StringComparison.Ordinal));
            return PeakBytesOf(server);
        }
    }

    /// <summary>The most memory that a process has used, in bytes; <c>self</c> for this one.</summary>
    public static long PeakBytesOf(string process)
    {
        const string Name = "VmHWM:";
        string line = File.ReadLines($"/proc/{process}/status")
            .First(static one => one.StartsWith(Name, StringComparison.Ordinal));
        return 1024 * long.Parse(line[Name.Length..^"kB".Length], System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Executes a statement and returns what it answers, in columns separated by tabs.</summary>
    public string Execute(string statement, string database = "default") =>
        Execute(statement, database, "default", _options.Password);

    /// <summary>The same as another user.</summary>
    public string Execute(string statement, string database, string user, string password)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(Address, "?database=" + database))
        {
            Content = new ByteArrayContent(Encoding.UTF8.GetBytes(statement)),
        };
        request.Headers.Add("X-ClickHouse-User", user);
        request.Headers.Add("X-ClickHouse-Key", password);
        using HttpResponseMessage answer = _http.Send(request);
        using var reader = new StreamReader(answer.Content.ReadAsStream());
        string text = reader.ReadToEnd();
        return answer.IsSuccessStatusCode
            ? text.TrimEnd('\n')
            : throw new InvalidOperationException($"{statement}: {text}");
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _http.Dispose();
    }

    /// <inheritdoc/>
    protected override bool Answers(Stream connection) => Execute("SELECT 1") == "1";
}
