using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A server with the users that docs/fleet.md describes, and a database for each host.</summary>
internal sealed partial class SecuredServer : IDisposable
{
    internal const string Database = FleetServer.DatabaseDefault;

    internal SecuredServer()
    {
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        // As in the file that Debian installs: a cluster of this server itself, with the user default.
        int port = LocalServer.FreePort();
        Server = new ClickHouseServer(new ClickHouseOptions
        {
            TcpPort = port,
            Config = $"<remote_servers><local><shard><replica><host>127.0.0.1</host><port>{port}</port></replica>"
                + "</shard></local></remote_servers>",
            Password = "default-password",
            Files = new Dictionary<string, string> { ["users.d/doppel.xml"] = Users() },
        });
    }

    internal ClickHouseServer Server { get; }

    /// <summary>The server for a user of the documentation, whose password is <c>NAME-password</c>.</summary>
    internal FleetServer As(string user, string database) => new()
    {
        Address = Server.Address,
        User = user,
        Password = PasswordOf(user),
        Database = database,
        RetryFor = TimeSpan.Zero,
    };

    /// <summary>Executes a statement as the user of a machine, and returns the answer or the error.</summary>
    internal string Try(string statement, string user)
    {
        try
        {
            return Server.Execute(statement, $"{Database}_{user}", user, PasswordOf(user));
        }
        catch (InvalidOperationException refused)
        {
            return "refused: " + refused.Message[(statement.Length + 2)..];
        }
    }

    public void Dispose() => Server.Dispose();

    private static string PasswordOf(string user) => user + "-password";

    // The documented file, with its user web1 copied for web2.
    private static string Users()
    {
        string text = File.ReadAllText(Path.Combine(SourceTree.Root, "docs/fleet.md"));
        string xml = text.Split("```xml\n").Single(static block => block.Contains("<fleet_host>")).Split("```")[0];
        string web1 = MachineOf().Match(xml).Value;
        Assert.NotEqual("", web1);
        xml = xml.Replace(web1, web1 + web1.Replace("web1", "web2").Replace("WEB1", "WEB2"));
        foreach (string user in (string[])["default", "web1", "web2", "reader"])
        {
            string hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(PasswordOf(user))));
            Assert.Contains($"HASH-OF-{user.ToUpperInvariant()}<", xml);
            xml = xml.Replace($"HASH-OF-{user.ToUpperInvariant()}<", hash + "<");
        }

        return xml;
    }

    [GeneratedRegex("^    <web1>.*</web1>\n", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex MachineOf();
}
