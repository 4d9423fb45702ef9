using System.Net;
using System.Net.Sockets;
using System.Text;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Testing.Servers;

/// <summary>A real ClickHouse server with a folder of its own. It ends with this process, however this ends.</summary>
public sealed class ClickHouseServer : IDisposable
{
    // Reads until this process is gone or closes the pipe.
    private const string Script =
        "clickhouse-server --config-file=config.xml >out 2>&1 </dev/null & cat >/dev/null; kill -9 $!";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly TempTree _tree = new();
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromMinutes(5) };
    private readonly ClickHouseOptions _options;
    private readonly int _port;
    private ChildProcess? _process;

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    /// <param name="host">The address where it listens.</param>
    /// <param name="users">Elements of <c>users</c> in its configuration beside the user <c>default</c>.</param>
    public ClickHouseServer(string host = "127.0.0.1", string users = "")
        : this(new ClickHouseOptions { Host = host, Users = users })
    {
    }

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    public ClickHouseServer(ClickHouseOptions options)
    {
        _options = options;
        string host = options.Host;
        _port = FreePort(host);
        TcpPort = options.TcpPort > 0 ? options.TcpPort : FreePort(host);
        Address = new Uri($"http://{host}:{_port}");
        foreach ((string name, string text) in options.Files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName($"{_tree.Folder}/{name}")!);
            File.WriteAllText($"{_tree.Folder}/{name}", text);
        }

        string tls = options.HttpsPort == 0 ? "" : $"""
            <https_port>{options.HttpsPort}</https_port><openSSL><server>
            <certificateFile>server.crt</certificateFile><privateKeyFile>server.key</privateKeyFile>
            <verificationMode>none</verificationMode><loadDefaultCAFile>false</loadDefaultCAFile></server></openSSL>
            """;
        File.WriteAllText($"{_tree.Folder}/users.xml", $"""
            <yandex><profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles>
            <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile>
            <quota>default</quota></default>{options.Users}</users><quotas><default/></quotas></yandex>
            """);
        File.WriteAllText($"{_tree.Folder}/config.xml", $"""
            <yandex><logger><level>warning</level><log>log</log><errorlog>errors</errorlog></logger>
            <http_port>{_port}</http_port><tcp_port>{TcpPort}</tcp_port><listen_host>{host}</listen_host>
            <path>{_tree.Folder}/data/</path><tmp_path>{_tree.Folder}/data/tmp/</tmp_path>
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
            int shell = _process!.Id;
            string server = File.ReadAllText($"/proc/{shell}/task/{shell}/children").Split(' ').First(static id =>
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

    /// <summary>A port that nothing uses.</summary>
    public static int FreePort(string host = "127.0.0.1")
    {
        using var listener = new TcpListener(IPAddress.Parse(host), 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Starts it after it was killed.</summary>
    public void Start()
    {
        _process = ChildProcess.Start(new ProcessStart("sh", ["-c", Script])
        {
            Folder = _tree.Folder,
            KeepInputOpen = true,
            TimeLimit = TimeSpan.FromHours(2),
        });
        if (!SpinWait.SpinUntil(Answers, s_patience))
        {
            throw new InvalidOperationException(
                "ClickHouse does not start: " + File.ReadAllText($"{_tree.Folder}/out"));
        }
    }

    /// <summary>Kills it as a loss of power would, but for what the system has yet to write.</summary>
    public void Kill()
    {
        _process?.Dispose();
        _process = null;
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
    public void Dispose()
    {
        Kill();
        _http.Dispose();
        _tree.Dispose();
    }

    private bool Answers()
    {
        try
        {
            using var client = new TcpClient();
            client.Connect(_options.Host, _port);
            return Execute("SELECT 1") == "1";
        }
        catch (Exception failure) when (failure is SocketException or HttpRequestException)
        {
            return false;
        }
    }
}
