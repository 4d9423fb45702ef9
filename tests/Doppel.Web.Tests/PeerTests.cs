using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing.Processes;

namespace Doppel.Web.Tests;

/// <summary>Only the owner's programs reach the page, and nobody else can shut them out.</summary>
[SupportedOSPlatform("linux")]
public sealed class PeerTests
{
    private const uint Nobody = 65_534;

    [Fact]
    public async Task The_server_listens_on_the_loopback_address_alone()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        Assert.SkipUnless(PeerUser.IsKnown, "needs /proc/net/tcp");
        string port = rig.Port.ToString("X4", System.Globalization.CultureInfo.InvariantCulture);
        string[] listening =
        [
            .. ((string[])["/proc/net/tcp", "/proc/net/tcp6"]).Where(File.Exists).SelectMany(File.ReadLines)
                .Select(static line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Where(columns => columns[3] == "0A" && columns[1].EndsWith(":" + port, StringComparison.Ordinal))
                .Select(static columns => columns[1].Split(':')[0]),
        ];
        Assert.Equal([BitConverter.IsLittleEndian ? "0100007F" : "7F000001"], listening);
    }

    [Theory]
    [InlineData(AddressFamily.InterNetwork)]
    [InlineData(AddressFamily.InterNetworkV6)]
    public void The_user_of_a_connection_is_found_in_both_families(AddressFamily family)
    {
        Assert.SkipUnless(PeerUser.IsKnown, "needs /proc/net/tcp");
        uint user = new Volumes.LinuxVolume().User;
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new Socket(family, SocketType.Stream, ProtocolType.Tcp);
        if (family == AddressFamily.InterNetworkV6)
        {
            client.DualMode = true;
        }

        client.Connect(IPAddress.Loopback, ((IPEndPoint)listener.LocalEndpoint).Port);
        using Socket accepted = listener.AcceptSocket();
        Assert.Equal(Peer.Owner, PeerUser.Of(accepted.RemoteEndPoint, accepted.LocalEndPoint, user));
        Peer ofOther = user == 0 ? Peer.Unknown : Peer.Stranger;
        Assert.Equal(ofOther, PeerUser.Of(accepted.RemoteEndPoint, accepted.LocalEndPoint, user + 1));

        // Whoever is gone does not become somebody else.
        client.Dispose();
        Assert.Equal(Peer.Stranger, PeerUser.Of(accepted.RemoteEndPoint, accepted.LocalEndPoint, user));
    }

    [Fact]
    public async Task Another_user_gets_nothing_even_with_the_key_the_ticket_and_the_cookie()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess && PeerUser.IsKnown, "needs root and /proc/net/tcp");
        Assert.SkipUnless(File.Exists("/bin/bash") && File.Exists("/usr/bin/setpriv"), "needs bash and setpriv");
        await using UiRig rig = await UiRig.Closed(UiRig.SmallTree);
        string ticket = new Uri(rig.TicketAddress!).AbsolutePath;
        foreach (string target in (string[])[rig.Base + rig.Key, ticket, rig.Base, rig.Base + "api/state"])
        {
            string answer = AsNobody(rig, rig.RequestText("GET", target, [], ""));
            Assert.StartsWith("HTTP/1.1 403 ", answer, StringComparison.Ordinal);
            Assert.DoesNotContain("Set-Cookie", answer, StringComparison.OrdinalIgnoreCase);
        }

        // What they have tried is not used up.
        Assert.Equal(303, (await rig.Send("GET", ticket, [])).Status);
        RawResponse opened = await rig.Send("GET", rig.Base + rig.Key, []);
        string cookie = opened.Header("Set-Cookie")!.Split(';')[0];
        string[] own = [$"Host: 127.0.0.1:{rig.Port}", "Cookie: " + cookie];
        Assert.Equal(200, (await rig.Send("GET", rig.Base + "api/state", own)).Status);
        string stolen = AsNobody(rig, rig.RequestText("GET", rig.Base + "file/0", own, ""));
        Assert.StartsWith("HTTP/1.1 403 ", stolen, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_owner_opens_the_address_again()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        Assert.SkipUnless(PeerUser.IsKnown, "needs /proc/net/tcp");
        RawResponse again = await rig.Send("GET", rig.Base + rig.Key, []);
        Assert.Equal((303, rig.Cookie), (again.Status, again.Header("Set-Cookie")!.Split(';')[0]));
    }

    [Fact]
    public async Task The_ticket_works_once()
    {
        await using UiRig rig = await UiRig.Closed(UiRig.SmallTree);
        Assert.SkipUnless(PeerUser.IsKnown, "needs /proc/net/tcp");
        string ticket = new Uri(rig.TicketAddress!).AbsolutePath;
        Assert.Equal(421, (await rig.Send("GET", ticket, ["Host: evil.example"])).Status);
        Assert.Equal(404, (await rig.Send("GET", ticket + "0", [])).Status);
        Assert.Equal(303, (await rig.Send("GET", ticket, [])).Status);
        Assert.Equal(404, (await rig.Send("GET", ticket, [])).Status);
    }

    [Fact]
    public async Task No_secret_of_the_page_appears_on_the_command_line_of_the_browser()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Windows and macOS open the address in other ways");
        await using UiRig rig = await UiRig.Closed(UiRig.SmallTree);
        ProcessStartInfo start = Desktop.BrowserOf(
            $"http://127.0.0.1:{rig.Port}{rig.Base}{rig.Key}", rig.TicketAddress)!;
        string words = string.Join(' ', start.ArgumentList);
        Assert.DoesNotContain(rig.Key.Split('=')[1], words, StringComparison.Ordinal);
        Assert.DoesNotContain(rig.Base, words, StringComparison.Ordinal);
        Assert.Null(Desktop.BrowserOf("http://127.0.0.1/?key=1", ticketAddress: null));
    }

    [Theory]
    [InlineData("")]
    [InlineData("GET / HTTP/1.1\r\nX: ")]
    public async Task Connections_without_a_request_do_not_shut_the_owner_out(string begin)
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        List<Socket> idle = [];
        for (int i = 0; i < 3 * Visitors.GuestsMax; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            idle.Add(socket);
            await socket.ConnectAsync(IPAddress.Loopback, rig.Port, TestContext.Current.CancellationToken);
            await socket.SendAsync(Encoding.ASCII.GetBytes(begin), TestContext.Current.CancellationToken);
        }

        Assert.Equal(200, (await rig.Get("api/state")).Status);
        Assert.Equal(200, (await rig.Get("file/0")).Status);
        idle.ForEach(static socket => socket.Dispose());
    }

    private static string AsNobody(UiRig rig, string request) => Tool.Run(
        "setpriv",
        [
            "--reuid", $"{Nobody}", "--regid", $"{Nobody}", "--clear-groups", "bash", "-c",
            "exec 3<>/dev/tcp/127.0.0.1/$0 && printf %s \"$1\" >&3 && cat <&3", $"{rig.Port}", request,
        ]).OutputText;
}
