using System.Text;
using Microsoft.AspNetCore.Http;

namespace Doppel.Web.Tests;

public sealed class ServingTests
{
    private static readonly string[] s_reads = ["", "api/state", "api/events", "api/groups", "api/groups/0", "file/0"];

    private static readonly (string Name, string Body)[] s_changes =
    [
        ("search", "{}"), ("stop", "{}"), ("choice", "{\"group\":0,\"stay\":[1]}"), ("forget-choices", "{}"),
        ("prefer", "{\"rules\":[\"newest\"]}"), ("folder", "{\"folder\":0,\"up\":0,\"use\":\"always\"}"),
        ("forget-folder", "{\"use\":\"always\",\"index\":0}"), ("undo-choice", "{}"), ("redo-choice", "{}"),
        ("review", "{}"), ("withdraw", "{}"), ("act", "{\"plan\":\"0\",\"action\":\"trash\"}"),
        ("undo", "{\"run\":\"0\"}"), ("search-with", "{}"), ("map-folder", "{\"folder\":1,\"use\":\"clear\"}"),
        ("resume", "{\"run\":\"../0\"}"),
    ];

    [Fact]
    public async Task Without_the_cookie_of_the_page_nothing_is_answered()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string host = $"Host: 127.0.0.1:{rig.Port}";
        string[][] strangers = [[host], [host, "Cookie: doppel=" + new string('0', 64)], [host, "Cookie: doppel="]];
        foreach (string[] headers in strangers)
        {
            await AllRefuse(rig, headers, 403);
        }
    }

    [Fact]
    public async Task With_another_host_nothing_is_answered()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string[] hosts = ["evil.example", $"evil.example:{rig.Port}", "127.0.0.1", $"[::1]:{rig.Port}"];
        foreach (string host in hosts)
        {
            await AllRefuse(rig, ["Host: " + host, "Cookie: " + rig.Cookie], 421);
        }
    }

    [Fact]
    public async Task Requests_of_other_pages_are_refused_even_with_the_cookie()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string[] marks = ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site", $"Origin: https://127.0.0.1:{rig.Port}"];
        foreach (string mark in marks)
        {
            await AllRefuse(rig, [.. rig.Own, mark], 403);
        }
    }

    [Fact]
    public async Task A_change_needs_an_origin_and_json()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        foreach ((string name, string body) in s_changes)
        {
            string target = rig.Base + "api/" + name;
            Assert.Equal(403, (await rig.Send("POST", target, rig.Own, body)).Status);
            string[] asForm = [.. rig.Changing.SkipLast(1), "Content-Type: text/plain"];
            Assert.Equal(415, (await rig.Send("POST", target, asForm, body)).Status);
        }
    }

    [Fact]
    public async Task Only_the_right_key_under_the_right_host_opens_the_page()
    {
        await using UiRig rig = await UiRig.Closed(UiRig.SmallTree);
        string[] hosts = ["evil.example", $"evil.example:{rig.Port}", "127.0.0.1", $"[::1]:{rig.Port}"];
        foreach (string host in hosts)
        {
            RawResponse refused = await rig.Send("GET", rig.Base + rig.Key, ["Host: " + host]);
            Assert.Equal((421, null), (refused.Status, refused.Header("Set-Cookie")));
        }

        foreach (string key in (string[])["", "?key=", "?key=" + new string('0', 64), rig.Key + "0"])
        {
            RawResponse refused = await rig.Send("GET", rig.Base + key, []);
            Assert.Equal((403, null), (refused.Status, refused.Header("Set-Cookie")));
        }

        RawResponse opened = await rig.Send("GET", rig.Base + rig.Key, []);
        Assert.Equal((303, rig.Base), (opened.Status, opened.Header("Location")));
        Assert.Equal(
            ["HttpOnly", $"Path={rig.Base}", "SameSite=Strict"],
            opened.Header("Set-Cookie")!.Split("; ").Skip(1).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_key_works_once_where_the_system_cannot_identify_its_holder()
    {
        var gate = new Gate(80);
        Assert.Equal((true, false), (Admits(gate, Peer.Unknown), Admits(gate, Peer.Unknown)));
        Assert.False(Admits(gate, Peer.Stranger));
        Assert.True(Admits(gate, Peer.Owner));
    }

    // It stands on a command line, which every user of the computer can read.
    [Fact]
    public void The_ticket_opens_the_page_for_a_known_program_of_the_owner_alone()
    {
        var gate = new Gate(80);
        var ticket = new Uri(gate.TicketAddress);
        Assert.False(Admits(gate, Peer.Unknown, ticket));
        Assert.False(Admits(gate, Peer.Stranger, ticket));
        Assert.Equal((true, false), (Admits(gate, Peer.Owner, ticket), Admits(gate, Peer.Owner, ticket)));
    }

    private static bool Admits(Gate gate, Peer peer) => Admits(gate, peer, new Uri(gate.Address));

    private static bool Admits(Gate gate, Peer peer, Uri address)
    {
        var context = new DefaultHttpContext();
        context.Request.Method = "GET";
        context.Request.Headers.Host = "127.0.0.1:80";
        context.Request.Path = address.AbsolutePath;
        context.Request.QueryString = new QueryString(address.Query);
        return gate.Admit(context, peer);
    }

    [Fact]
    public async Task A_server_does_not_accept_the_cookie_of_another()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        await using UiRig other = await UiRig.Open(UiRig.SmallTree);
        await AllRefuse(rig, [$"Host: 127.0.0.1:{rig.Port}", "Cookie: " + other.Cookie], 403);
    }

    [Fact]
    public async Task Other_methods_are_refused()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        foreach (string method in (string[])["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
        {
            Assert.Equal(405, (await rig.Send(method, rig.Base + "api/state", rig.Changing)).Status);
        }

        Assert.Equal(404, (await rig.Get("api/act")).Status);
    }

    [Fact]
    public async Task Large_bodies_are_refused()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string body = $"{{\"plan\":\"{new string('x', ChangeJson.BytesMax)}\"}}";
        RawResponse response = await rig.Send("POST", rig.Base + "api/act", rig.Changing, body);
        Assert.Contains(response.Status, (int[])[0, 413]);
        Assert.Equal(200, (await rig.Get("api/state")).Status);
    }

    [Fact]
    public async Task No_route_takes_a_path()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string[] tricks = ["../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "....//secret.txt", "/etc/passwd",
            "..\\secret.txt", "0/../../secret.txt", "-1", "99999999999", "0%00", "1e3", "+1", " 1", "0x0", "٣"];
        foreach (string prefix in (string[])["", "api/", "api/groups/", "file/"])
        {
            foreach (string trick in tricks)
            {
                RawResponse response = await rig.Get(prefix + trick);
                Assert.NotEqual(200, response.Status);
                Assert.DoesNotContain(UiRig.Secret, response.Text);
            }
        }
    }

    [Fact]
    public async Task Files_are_served_by_number_as_nothing_that_can_run()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        for (int copy = 0; copy < 8; copy++)
        {
            RawResponse response = await rig.Get($"file/{copy}");
            Assert.Equal(200, response.Status);
            Assert.Equal("default-src 'none'; sandbox", response.Header("Content-Security-Policy"));
            Assert.Equal("nosniff", response.Header("X-Content-Type-Options"));
            bool isBinary = response.Body[0] == 0;
            Assert.Equal(isBinary ? FileType.Unknown : FileType.Text, response.Header("Content-Type"));
            Assert.Equal(isBinary ? "attachment" : null, response.Header("Content-Disposition"));
        }

        Assert.Equal(404, (await rig.Get("file/8")).Status);
    }

    [Fact]
    public async Task Ranges_are_the_bytes_asked_for()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        byte[] whole = (await rig.Get("file/0")).Body;
        (string Range, int First, int End)[] asked = [("0-0", 0, 1), ("3-6", 3, 7), ("5-", 5, whole.Length),
            ("-4", whole.Length - 4, whole.Length), ("2-999999", 2, whole.Length)];
        foreach ((string range, int first, int end) in asked)
        {
            RawResponse part = await rig.Send("GET", rig.Base + "file/0", [.. rig.Own, "Range: bytes=" + range]);
            Assert.Equal(206, part.Status);
            Assert.Equal(whole[first..end], part.Body);
            Assert.Equal($"bytes {first}-{end - 1}/{whole.Length}", part.Header("Content-Range"));
        }

        Assert.Equal(416, (await rig.Send("GET", rig.Base + "file/0", [.. rig.Own, "Range: bytes=999-"])).Status);
    }

    [Theory]
    [InlineData("choice", "{\"group\":\"0\",\"stay\":[0]}", "'group' must be a whole number.")]
    [InlineData("choice", "{\"group\":1.5,\"stay\":[0]}", "'group' must be a whole number.")]
    [InlineData("choice", "{\"group\":null,\"stay\":[0]}", "'group' must be a whole number.")]
    [InlineData("choice", "{\"group\":0,\"stay\":1}", "'stay' must be a list; each item must be a whole number.")]
    [InlineData("choice", "{\"group\":0,\"stay\":[\"a\"]}", "'stay' must be a list; each item must be a whole number.")]
    [InlineData(
        "search-with",
        "{\"roots\":[0],\"minSize\":\"\",\"maxSize\":\"\",\"include\":[null],\"exclude\":[],\"media\":true}",
        "'include' must be a list; each item must be a text.")]
    [InlineData("choice", "{\"group\":0}", "The body must be a JSON object with exactly these fields: {group, stay}.")]
    [InlineData("stop", "{\"group\":0}", "The body must be a JSON object with exactly these fields: {}.")]
    [InlineData("stop", "null", "The body must be a JSON object with exactly these fields: {}.")]
    [InlineData("stop", "[]", "The body must be a JSON object with exactly these fields: {}.")]
    [InlineData("stop", "{", "The body must be a JSON object with exactly these fields: {}.")]
    [InlineData("undo", "{\"run\":null}", "'run' must be a text.")]
    [InlineData("map-folder", "{\"folder\":0,\"use\":0}", "'use' must be one of always, clear.")]
    [InlineData("map-folder", "{\"folder\":0,\"use\":\"never\"}", "'use' must be one of always, clear.")]
    public async Task A_wrong_body_is_refused_with_what_it_must_be(string change, string body, string reason)
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        RawResponse response = await rig.Post(change, body);
        Assert.Equal((400, reason), (response.Status, response.Json.GetProperty("error").GetString()));
    }

    [Theory]
    [InlineData("{\"folder\":0,\"up\":0,\"use\":\"always\\ud800\"}")]
    [InlineData("{\"folder\":0,\"up\":0,\"use\":\"always\u00ff\"}")]
    [InlineData("{\"folder\":0,\"up\":0,\"use\\ud800\":\"always\"}")]
    [InlineData("{\"folder\":0,\"up\":0,\"us\u00ff\":\"always\"}")]
    public async Task Text_that_is_not_unicode_is_refused(string body)
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string request = rig.RequestText("POST", rig.Base + "api/folder", rig.Changing, body);
        request = request.Replace(
            $"Content-Length: {Encoding.UTF8.GetByteCount(body)}", $"Content-Length: {body.Length}",
            StringComparison.Ordinal);
        RawResponse response = await rig.SendRaw(Encoding.Latin1.GetBytes(request), TimeSpan.FromSeconds(20));
        Assert.Equal(400, response.Status);
    }

    // A request of the page with some bytes changed, left out or repeated reads nothing else and changes no file.
    [Fact]
    public async Task Mutated_requests_read_and_change_nothing_else()
    {
        int seed = 31 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        string[] requests =
        [
            .. s_reads.Where(name => name != "api/events")
                .Select(name => rig.RequestText("GET", rig.Base + name, rig.Own, "")),
            .. s_changes.Select(one => rig.RequestText("POST", rig.Base + "api/" + one.Name, rig.Changing, one.Body)),
        ];
        int count = Testing.TestRun.Count(300, 10_000);
        for (int i = 0; i < count; i++)
        {
            byte[] request = Mutate(Encoding.UTF8.GetBytes(requests[random.Next(requests.Length)]), random);
            RawResponse response = await rig.SendRaw(request, TimeSpan.FromMilliseconds(100));
            Assert.False(response.Status == 500, $"seed {seed}, case {i}: {Encoding.Latin1.GetString(request)}");
            Assert.DoesNotContain(UiRig.Secret, response.Text);
        }

        rig.Session.WaitUntilIdle();
        Assert.Equal(before, rig.Files());
        Assert.Equal(200, (await rig.Get("api/state")).Status);
    }

    private static async Task AllRefuse(UiRig rig, IReadOnlyList<string> headers, int status)
    {
        IReadOnlyList<string> before = rig.Files();
        long version = rig.Session.Version;
        foreach (string name in s_reads)
        {
            Assert.Equal(status, (await rig.Send("GET", rig.Base + name, headers)).Status);
        }

        foreach ((string name, string body) in s_changes)
        {
            string[] all = [.. headers, "Content-Type: application/json"];
            Assert.Equal(status, (await rig.Send("POST", rig.Base + "api/" + name, all, body)).Status);
        }

        Assert.Equal(version, rig.Session.Version);
        Assert.Equal(before, rig.Files());
    }

    private static byte[] Mutate(byte[] request, Random random)
    {
        List<byte> bytes = [.. request];
        for (int change = random.Next(1, 5); change > 0; change--)
        {
            int at = random.Next(bytes.Count);
            switch (random.Next(4))
            {
                case 0: bytes[at] = (byte)random.Next(256); break;
                case 1: bytes.RemoveAt(at); break;
                case 2: bytes.InsertRange(at, bytes.Skip(random.Next(bytes.Count)).Take(40).ToArray()); break;
                default: bytes[at] ^= (byte)(1 << random.Next(8)); break;
            }
        }

        return [.. bytes];
    }
}
