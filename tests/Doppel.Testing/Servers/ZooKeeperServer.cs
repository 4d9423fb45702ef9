using System.Globalization;
using System.Net.Sockets;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Testing.Servers;

/// <summary>A real ZooKeeper with a folder of its own. It ends with this process, however this ends.</summary>
public sealed class ZooKeeperServer : IDisposable
{
    // Reads until this process is gone or closes the pipe.
    private const string Script =
        "java -cp /etc/zookeeper/conf:/usr/share/java/zookeeper.jar org.apache.zookeeper.server.quorum.QuorumPeerMain "
        + "zoo.cfg >out 2>&1 </dev/null & cat >/dev/null; kill -9 $!";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly TempTree _tree = new();
    private readonly ChildProcess _process;

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    public ZooKeeperServer()
    {
        Port = ClickHouseServer.FreePort();
        File.WriteAllText($"{_tree.Folder}/zoo.cfg", string.Create(CultureInfo.InvariantCulture, $"""
            tickTime=2000
            dataDir={_tree.Folder}/data
            clientPort={Port}
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            """));
        _process = ChildProcess.Start(new ProcessStart("sh", ["-c", Script])
        {
            Folder = _tree.Folder,
            KeepInputOpen = true,
            TimeLimit = TimeSpan.FromHours(2),
        });
        if (!SpinWait.SpinUntil(Answers, s_patience))
        {
            throw new InvalidOperationException(
                "ZooKeeper does not start: " + File.ReadAllText($"{_tree.Folder}/out"));
        }
    }

    /// <summary>Whether Debian's package is here.</summary>
    public static bool IsInstalled => File.Exists("/usr/share/java/zookeeper.jar") && Tool.Find("java") is not null;

    /// <summary>Where it answers.</summary>
    public int Port { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _process.Dispose();
        _tree.Dispose();
    }

    private bool Answers()
    {
        try
        {
            using var client = new TcpClient();
            client.Connect("127.0.0.1", Port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
