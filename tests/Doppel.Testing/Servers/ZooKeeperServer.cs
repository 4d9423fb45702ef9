using System.Globalization;
using Doppel.Testing.Processes;

namespace Doppel.Testing.Servers;

/// <summary>A real ZooKeeper.</summary>
public sealed class ZooKeeperServer : LocalServer
{
    private const string Jar = "/usr/share/java/zookeeper.jar";

    /// <summary>Starts a server. <see cref="IsInstalled"/> must be true.</summary>
    public ZooKeeperServer()
        : base($"java -cp /etc/zookeeper/conf:{Jar} org.apache.zookeeper.server.quorum.QuorumPeerMain zoo.cfg")
    {
        File.WriteAllText($"{Folder}/zoo.cfg", string.Create(CultureInfo.InvariantCulture, $"""
            tickTime=2000
            dataDir={Folder}/data
            clientPort={Port}
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            """));
        Start();
    }

    /// <summary>Whether Debian's package is here.</summary>
    public static bool IsInstalled => File.Exists(Jar) && Tool.Find("java") is not null;

    /// <inheritdoc/>
    protected override bool Answers(Stream connection)
    {
        connection.Write("srvr"u8);
        using var reader = new StreamReader(connection);
        return reader.ReadToEnd().StartsWith("Zookeeper version", StringComparison.Ordinal);
    }
}
