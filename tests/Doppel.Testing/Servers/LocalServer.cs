using System.Net;
using System.Net.Sockets;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Testing.Servers;

/// <summary>A real server with a folder and a port of its own. It ends with this process, however this ends.</summary>
/// <param name="command">The command that runs the server, for the shell.</param>
/// <param name="host">The address where it listens.</param>
public abstract class LocalServer(string command, string host = "127.0.0.1") : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly TempTree _tree = new();
    private ChildProcess? _process;

    /// <summary>The port where it answers.</summary>
    public int Port { get; } = FreePort(host);

    /// <summary>The working directory of the server.</summary>
    protected string Folder => _tree.Folder;

    /// <summary>The id of the shell that runs the server.</summary>
    protected int ShellId => _process!.Id;

    /// <summary>A port that nothing uses.</summary>
    public static int FreePort(string host = "127.0.0.1")
    {
        using var listener = new TcpListener(IPAddress.Parse(host), 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Starts it, for the first time or after it was killed.</summary>
    public void Start()
    {
        // The shell reads until this process is gone or closes the pipe.
        string script = $"{command} >out 2>&1 </dev/null & cat >/dev/null; kill -9 $!";
        _process = ChildProcess.Start(new ProcessStart("sh", ["-c", script])
        {
            Folder = Folder,
            KeepInputOpen = true,
            TimeLimit = TimeSpan.FromHours(2),
        });
        if (!SpinWait.SpinUntil(IsUp, s_patience))
        {
            throw new InvalidOperationException($"{command} does not start: " + File.ReadAllText($"{Folder}/out"));
        }
    }

    /// <summary>Kills it as a loss of power would, but for what the system has yet to write.</summary>
    public void Kill()
    {
        _process?.Dispose();
        _process = null;
    }

    /// <inheritdoc/>
    public virtual void Dispose()
    {
        Kill();
        _tree.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Returns whether it answers requests. Many servers accept connections before they do.</summary>
    /// <param name="connection">A new connection.</param>
    protected abstract bool Answers(Stream connection);

    private bool IsUp()
    {
        try
        {
            // A request that comes too early may never be answered. The next one is.
            using var client = new TcpClient { ReceiveTimeout = 1000 };
            client.Connect(host, Port);
            return Answers(client.GetStream());
        }
        catch (Exception failure) when (failure is SocketException or IOException or HttpRequestException)
        {
            return false;
        }
    }
}
