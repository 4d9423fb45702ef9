using System.Net;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

public sealed class MemoryListTests
{
    [Theory]
    [InlineData("", "1 2/a 2/b 3 ~", "")]
    [InlineData("prefix=2", "2/a 2/b", "")]
    [InlineData("delimiter=%2F", "1 3 ~", "2/")]
    [InlineData("prefix=2%2F&delimiter=%2F", "2/a 2/b", "")]
    [InlineData("start-after=2%2Fa", "2/b 3 ~", "")]
    [InlineData("max-keys=0", "", "")]
    [InlineData("prefix=none", "", "")]
    public async Task A_list_holds_what_is_asked_for(string query, string keys, string prefixes)
    {
        await using MemoryClient client = Filled("~", "3", "2/b", "2/a", "1");
        MemoryReply reply = await client.SendAsync("GET", $"/b?list-type=2&{query}");
        Assert.Equal((keys, "false"), (string.Join(' ', reply.Values("Key")), reply.Value("IsTruncated")));
        Assert.Equal(prefixes, string.Join(' ', reply.Values("Prefix").Skip(1)));
    }

    [Theory]
    [InlineData(""), InlineData("&delimiter=/"), InlineData("&prefix=d&delimiter=/"), InlineData("&encoding-type=url")]
    public async Task Pages_together_are_the_whole(string query)
    {
        string[] keys = [.. Enumerable.Range(0, 40).Select(i => $"d{i % 7}/é {i}+&<"), "e", "\U0001F600", "\uFFFD"];
        await using MemoryClient client = Filled(keys);
        MemoryReply whole = await client.SendAsync("GET", $"/b?list-type=2{query}");
        var seen = new List<string>();
        string token = "";
        do
        {
            string more = token.Length == 0 ? "" : "&continuation-token=" + Uri.EscapeDataString(token);
            MemoryReply page = await client.SendAsync("GET", $"/b?list-type=2&max-keys=3{query}{more}");
            Assert.InRange(int.Parse(page.Value("KeyCount"), null), 1, 3);
            seen.AddRange([.. page.Values("Key"), .. page.Values("Prefix").Skip(1)]);
            token = page.Values("NextContinuationToken").FirstOrDefault() ?? "";
        }
        while (token.Length > 0);
        string[] all = [.. whole.Values("Key"), .. whole.Values("Prefix").Skip(1)];
        Assert.Equal(all.Order(StringComparer.Ordinal), seen.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Keys_are_listed_in_the_order_of_their_bytes()
    {
        await using MemoryClient client = Filled("\U0001F600", "\uFFFD", "a", "B");
        MemoryReply reply = await client.SendAsync("GET", "/b?list-type=2");
        Assert.Equal(["B", "a", "\uFFFD", "\U0001F600"], reply.Values("Key"));
    }

    [Fact]
    public async Task Encoded_lists_decode_to_the_keys()
    {
        string[] keys = ["a b+c", "q'()*!~", "x/y\n", "\u0001"];
        await using MemoryClient client = Filled(keys);
        MemoryReply reply = await client.SendAsync("GET", "/b?list-type=2&encoding-type=url");
        Assert.Equal("url", reply.Value("EncodingType"));
        Assert.Equal(keys.Order(StringComparer.Ordinal), reply.Values("Key").Select(WebUtility.UrlDecode));
        Assert.Contains("a+b%2Bc", reply.Values("Key"));
    }

    [Fact]
    public async Task A_list_includes_owner_and_checksum_where_requested()
    {
        await using var client = new MemoryClient();
        await client.PutAsync("k", "abc");
        MemoryReply reply = await client.SendAsync("GET", "/b?list-type=2&fetch-owner=true");
        Assert.Equal(("owner", "CRC64NVME", "FULL_OBJECT", "3"), (reply.Value("DisplayName"),
            reply.Value("ChecksumAlgorithm"), reply.Value("ChecksumType"), reply.Value("Size")));
    }

    [Fact]
    public async Task A_wrong_token_is_an_error()
    {
        await using var client = new MemoryClient();
        foreach (string query in (string[])["continuation-token=x", "max-keys=x"])
        {
            Assert.Equal("400 InvalidArgument", (await client.SendAsync("GET", $"/b?list-type=2&{query}")).Outcome);
        }
    }

    [Fact]
    public async Task A_generated_list_has_every_key_once_in_order()
    {
        await using var client = new MemoryClient();
        client.Memory.AddListing("many", 2500);
        var seen = new List<string>();
        for (string? token = ""; token is not null;)
        {
            MemoryReply page = await client.SendAsync("GET", $"/many?list-type=2&continuation-token={token}");
            seen.AddRange(page.Values("Key"));
            token = page.Values("NextContinuationToken").FirstOrDefault();
        }

        Assert.Equal(2500, seen.Count);
        Assert.Equal(seen.Order(StringComparer.Ordinal), seen);
        Assert.Equal(GeneratedListing.KeyOf(2499), seen[^1]);
    }

    private static MemoryClient Filled(params string[] keys)
    {
        var client = new MemoryClient();
        foreach (string key in keys)
        {
            client.Memory.Put("b", key, [1]);
        }

        return client;
    }
}
