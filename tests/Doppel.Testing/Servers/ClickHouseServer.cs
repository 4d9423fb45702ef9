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
    private readonly string _host;
    private readonly int _port;
    private ChildProcess? _process;

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    /// <param name="host">The address where it listens.</param>
    /// <param name="users">Elements of <c>users</c> in its configuration beside the user <c>default</c>.</param>
    public ClickHouseServer(string host = "127.0.0.1", string users = "")
    {
        _host = host;
        _port = FreePort(host);
        Address = new Uri($"http://{host}:{_port}");
        File.WriteAllText($"{_tree.Folder}/users.xml", $"""
            <yandex><profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles>
            <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile>
            <quota>default</quota></default>{users}</users><quotas><default/></quotas></yandex>
            """);
        File.WriteAllText($"{_tree.Folder}/config.xml", $"""
            <yandex><logger><level>warning</level><log>log</log><errorlog>errors</errorlog></logger>
            <http_port>{_port}</http_port><tcp_port>{FreePort(host)}</tcp_port><listen_host>{host}</listen_host>
            <path>{_tree.Folder}/data/</path><tmp_path>{_tree.Folder}/data/tmp/</tmp_path>
            <users_config>users.xml</users_config><default_profile>default</default_profile>
            <default_database>default</default_database><mark_cache_size>100000000</mark_cache_size>
            <uncompressed_cache_size>0</uncompressed_cache_size></yandex>
            """);
        Start();
    }

    /// <summary>Whether Debian's package is here.</summary>
    public static bool IsInstalled => Tool.Find("clickhouse-server") is not null;

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

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
    public string Execute(string statement, string database = "default")
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(Address, "?database=" + database))
        {
            Content = new ByteArrayContent(Encoding.UTF8.GetBytes(statement)),
        };
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

    private static int FreePort(string host)
    {
        using var listener = new TcpListener(IPAddress.Parse(host), 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private bool Answers()
    {
        try
        {
            using var client = new TcpClient();
            client.Connect(_host, _port);
            return Execute("SELECT 1") == "1";
        }
        catch (Exception failure) when (failure is SocketException or HttpRequestException)
        {
            return false;
        }
    }
}
