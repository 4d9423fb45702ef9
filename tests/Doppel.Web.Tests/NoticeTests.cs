using System.Text.Json;
using Doppel.S3.Server;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>Whatever <c>doppel find</c> says about a search, the page says too.</summary>
public sealed class NoticeTests
{
    private static readonly Dictionary<string, (Action<TempTree> Fill, string[] Options, int Notices)> s_situations =
        new(StringComparer.Ordinal)
        {
            ["nothing to say"] = (static _ => { }, [], 0),
            ["a pattern that matches nothing"] = (static _ => { }, ["--exclude", "{tree}/ro*/none"], 1),
            ["two patterns that match nothing"] = (
                static _ => { }, ["--exclude", "{tree}/ro*/x/*", "--include", "{tree}/ro*/y"], 2),
            ["a damaged catalog"] = (
                static tree =>
                {
                    tree.AddFile("kept", "x");
                    tree.AddFile("root/b", "hello world");
                },
                ["--catalog", "{tree}/kept"], 1),
            ["no catalog, and a pattern that matches nothing"] = (
                static _ => { }, ["--catalog", "none", "--exclude", "{tree}/ro*/none"], 1),
            ["a saved volume without digests"] = (SaveSizes, ["catalog:sizes"], 1),
            ["a list of digests that are not trusted"] = (
                static tree => tree.AddFile("x.xxh64", "45ab6734b21e6968  far\n"), ["catalog:x={tree}/x.xxh64"], 1),
            ["two lists with digests of different kinds"] = (
                static tree =>
                {
                    tree.AddFile("x.md5", "5eb63bbbe01eeed093cb22bb8f5acdc3  far\n");
                    tree.AddFile("y.sha1", "2aae6c35c94fcfb415dbe95f408b9ce91ee846ed  near\n");
                },
                ["catalog:x={tree}/x.md5", "catalog:y={tree}/y.sha1"], 0),
            ["a saved volume, and a list that is not trusted"] = (
                static tree =>
                {
                    SaveSizes(tree);
                    tree.AddFile("x.xxh64", "45ab6734b21e6968  far\n");
                },
                ["catalog:sizes", "catalog:x={tree}/x.xxh64"], 2),
            ["a saved volume as reference"] = (SaveSizes, ["--reference", "catalog:sizes"], 1),
        };

    public static TheoryData<string> Situations => [.. s_situations.Keys];

    [Fact]
    public async Task A_missing_root_is_a_problem_and_the_others_are_shown()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                tree.AddFile("root/a", "same");
                tree.AddFile("root/b", "same");
            },
            "{tree}/gone");
        JsonElement found = (await rig.State()).GetProperty("found");
        Assert.Equal(1, found.GetProperty("groups").GetInt64());
        Assert.Contains(
            rig.Tree.Folder + "/gone", found.GetProperty("problems").ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Situations))]
    public async Task The_page_shows_the_notices_of_find(string situation)
    {
        (Action<TempTree> fill, string[] options, int notices) = s_situations[situation];
        Assert.Equal(notices, await AssertSame(situation, fill, options, notices));
    }

    /// <summary>
    /// Objects in parts have no digest of a file in the list, and the server tells nothing more about them.
    /// </summary>
    [Fact]
    public async Task The_page_says_that_a_server_refuses_to_answer_and_what_that_leaves_open()
    {
        var memory = new MemoryS3(new MemoryS3Options
        {
            ETagOf = static _ => "\"0123456789abcdef0123456789abcdef-2\"",
            Verify = static request => request.Method == "HEAD" ? "AccessDenied" : null,
        });
        memory.AddBucket("attic");
        for (int key = 0; key < 40; key++)
        {
            memory.Put("attic", $"{key}", "hello world"u8.ToArray());
        }

        await using FaultServer server = FaultServer.Start(memory);
        string endpoint = server.Endpoint.GetLeftPart(UriPartial.Authority);
        Assert.Equal(2, await AssertSame(
            "HEAD is denied", static _ => { }, ["--endpoint", endpoint, "--no-sign", "s3://attic"]));
    }

    /// <summary>Whatever a search of a bucket leaves open, the page says it.</summary>
    [Fact]
    public async Task The_page_says_what_a_search_of_any_bucket_leaves_open()
    {
        for (int i = 0; i < Testing.TestRun.Count(6, 200); i++)
        {
            int seed = Testing.TestRun.SeedOffset + i;
            var random = new Random(seed);
            byte[][] contents = [.. Enumerable.Range(0, 4).Select(_ => Content(random))];
            ETagScheme scheme = ETagScheme.Random(random, contents);
            bool isDenied = random.Next(2) == 0;
            var memory = new MemoryS3(new MemoryS3Options
            {
                ETagOf = scheme.ETagOf,
                AddsChecksums = random.Next(2) == 0,
                Verify = request => isDenied && request.Method == "HEAD" ? "AccessDenied" : null,
            });
            memory.AddBucket("attic");
            for (int key = 0; key < 60; key++)
            {
                memory.Put("attic", $"{key}", contents[random.Next(contents.Length)]);
            }

            await using FaultServer server = FaultServer.Start(memory);
            string endpoint = server.Endpoint.GetLeftPart(UriPartial.Authority);
            await AssertSame(
                $"seed {seed}: {scheme.Name}", tree => tree.AddFile("root/file", contents[0]),
                ["--endpoint", endpoint, "--no-sign", "s3://attic"]);
        }

        static byte[] Content(Random random)
        {
            byte[] content = new byte[random.Next(20, 23)];
            random.NextBytes(content);
            return content;
        }
    }

    private static async Task<int> AssertSame(
        string situation, Action<TempTree> fill, string[] options, int atLeast = 0)
    {
        await using UiRig rig = await UiRig.Open(
            tree =>
            {
                tree.AddFile("root/a", "hello world");
                fill(tree);
            },
            options);
        string root = Path.Combine(rig.Tree.Folder, "root");
        string[] words =
            ["find", .. options.Select(option => option.Replace("{tree}", rig.Tree.Folder)), root];
        string[] found = [.. UiRig.Notices(rig.Tree, words).Select(Plain)];

        // A catalog keeps nothing of files that were written a moment ago, and so has nothing to complain about.
        for (int tries = 0; found.Length < atLeast && tries < 1000; tries++)
        {
            found = [.. UiRig.Notices(rig.Tree, words).Select(Plain)];
        }

        if (atLeast > 0)
        {
            Assert.Equal(200, (await rig.Post("search", "{}")).Status);
        }

        string[] shown = [.. (await rig.State()).GetProperty("notes").EnumerateArray()
            .Select(static note => Plain(note.GetString()!))];
        Assert.True(
            found.SequenceEqual(shown),
            $"{situation}: find: {string.Join(" | ", found)}; page: {string.Join(" | ", shown)}");
        return found.Length;
    }

    // Only the page names the command that has the options. Which request is denied first is open.
    private static string Plain(string notice) => notice.Replace("use doppel find --", "use --").Split(": HEAD ")[0];

    private static void SaveSizes(TempTree tree)
    {
        tree.AddFile("far/b", "hello there");
        UiRig.Run(tree, "catalog", "add", "-q", "--sizes", "sizes", Path.Combine(tree.Folder, "far"));
    }
}
