using System.Text;
using System.Text.Json;
using Doppel.Reports;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

public sealed class MediaTests
{
    [Fact]
    public async Task Facts_are_those_of_the_tags_and_none_without_tags()
    {
        await using UiRig rig = await UiRig.Open(static tree =>
        {
            tree.AddFile("root/a/waves.wav", Wav("Waves"));
            tree.AddFile("root/b/waves.wav", Wav("Waves"));
            tree.AddFile("root/a/text.txt", "no media");
            tree.AddFile("root/b/text.txt", "no media");
        });
        foreach (JsonElement copy in (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray())
        {
            JsonElement fact = Assert.Single((await rig.Get($"api/facts/{copy.GetProperty("copy")}")).Json
                .GetProperty("facts").EnumerateArray());
            Assert.Equal("title Waves", $"{fact.GetProperty("name")} {fact.GetProperty("value")}");
        }

        JsonElement text = (await rig.Get("api/groups/1")).Json.GetProperty("list")[0].GetProperty("copy");
        Assert.Equal(0, (await rig.Get($"api/facts/{text}")).Json.GetProperty("facts").GetArrayLength());
        Assert.Equal(404, (await rig.Get("api/facts/99")).Status);

        // This rig has no desktop.
        Assert.Equal(409, (await rig.Post("show", $"{{\"copy\":{text}}}")).Status);
        Assert.Equal(404, (await rig.Post("show", "{\"copy\":99}")).Status);
    }

    [Fact]
    public async Task Media_with_other_tags_are_one_group_and_show_what_differs()
    {
        await using UiRig rig = await UiRig.Open(Tree, "--media");
        JsonElement found = (await rig.State()).GetProperty("found");
        Assert.Equal((2, 1, 6), (Number(found, "groups"), Number(found, "twins"), Number(found, "copies")));
        JsonElement group = (await rig.Get("api/groups/0")).Json;
        Assert.Equal(("wav", 4), (group.GetProperty("twins").GetString(), Number(group, "copies")));
        JsonElement[] list = [.. group.GetProperty("list").EnumerateArray()];
        Assert.Equal(
            list.Select(copy => new FileInfo(PathOf(copy)).Length),
            list.Select(static copy => (long)Number(copy, "size")));

        JsonElement table = (await rig.Get("api/tags/0")).Json;
        JsonElement[] columns = [.. table.GetProperty("columns").EnumerateArray()];
        Assert.Equal(
            ["a.wav b.wav", "c.wav", "d.wav"],
            columns.Select(column => string.Join(' ', column.GetProperty("copies").EnumerateArray().Select(copy =>
                Path.GetFileName(PathOf(list.First(one => Number(one, "copy") == copy.GetInt32())))))));
        JsonElement tag = table.GetProperty("tags").EnumerateArray().Single();
        Assert.Equal("title", tag.GetProperty("name").GetString());
        Assert.Equal(
            ["Waves", "Waves, live", ""],
            tag.GetProperty("values").EnumerateArray().Select(static value => value.GetString()));
        Assert.Equal(404, (await rig.Get("api/tags/1")).Status);
        Assert.Equal(404, (await rig.Get("api/tags/2")).Status);
    }

    [Fact]
    public async Task A_file_that_has_changed_says_so_above_its_column()
    {
        await using UiRig rig = await UiRig.Open(Tree, "--media");
        File.AppendAllText(Path.Combine(rig.Tree.Folder, "root/c.wav"), "x");
        JsonElement[] columns = [.. (await rig.Get("api/tags/0")).Json.GetProperty("columns").EnumerateArray()];
        Assert.Equal(
            ["", "The file has changed since it was found.", ""],
            columns.Select(static column => column.GetProperty("failure").GetString()));
    }

    [Theory, InlineData("trash"), InlineData("delete"), InlineData("link"), InlineData("symlink")]
    public async Task After_each_action_on_media_and_undo_the_tree_is_as_before(string action)
    {
        await using UiRig rig = await UiRig.Open(Tree, "--media");
        IReadOnlyList<string> before = rig.Files();
        await rig.Post("choice", "{\"group\":0,\"stay\":[3]}");
        await rig.Post("review", "{}");
        string plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        await rig.Act(plan, action);
        Assert.Equal(2, rig.Files().Select(static line => line.Split(' ')[^1]).Distinct().Count());
        Assert.Equal(
            action.EndsWith("link", StringComparison.Ordinal) ? before.Count : 2,
            rig.Files().Count);
        string run = (await rig.State()).GetProperty("lastRun").GetProperty("id").GetString()!;
        await rig.Post("undo", $"{{\"run\":\"{run}\"}}");
        Assert.Equal(before, rig.Files());
    }

    // Tags are lost unless the files are in the trash, and files with different tags cannot share blocks.
    [Fact]
    public async Task The_plan_says_what_each_action_means_for_tags()
    {
        await using UiRig rig = await UiRig.Open(Tree, "--media");
        await rig.Post("choice", "{\"group\":0,\"stay\":[3]}");
        await rig.Post("review", "{}");
        foreach (JsonElement offer in
            (await rig.State()).GetProperty("proposal").GetProperty("actions").EnumerateArray())
        {
            bool shares = offer.GetProperty("action").GetString() == "reflink";
            Assert.Equal((shares ? 1 : 2, shares ? 0 : 3), (Number(offer, "groups"), Number(offer, "losingFiles")));
            Assert.Equal(shares, offer.GetProperty("warnings").EnumerateArray().Any(
                static one => one.GetString()!.StartsWith("1 group skipped: media", StringComparison.Ordinal)));
        }
    }

    [Fact]
    public async Task The_jpeg_of_a_raw_photo_is_sent_and_nothing_else()
    {
        byte[] jpeg = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xD9];
        byte[] photo =
        [
            .. "II"u8, 42, 0, 8, 0, 0, 0, 2, 0, 1, 2, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0,
            2, 2, 4, 0, 1, 0, 0, 0, (byte)jpeg.Length, 0, 0, 0, 0, 0, 0, 0, .. jpeg, .. "sensor"u8,
        ];
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile("root/a.nef", photo);
            tree.AddFile("root/b.nef", photo);
            tree.AddFile("root/plain", "x");
            tree.AddFile("root/plain 2", "x");
        });
        RawResponse preview = await rig.Get("preview/1");
        Assert.Equal((200, "image/jpeg"), (preview.Status, preview.Header("Content-Type")));
        Assert.Equal(jpeg, preview.Body);
        Assert.Contains("sandbox", preview.Header("Content-Security-Policy"));
        Assert.Equal(404, (await rig.Get("preview/2")).Status);
        Assert.Equal(404, (await rig.Get("preview/4")).Status);
        File.AppendAllText(Path.Combine(rig.Tree.Folder, "root/b.nef"), "x");
        Assert.Equal(409, (await rig.Get("preview/1")).Status);
    }

    [Fact]
    public async Task Without_the_option_only_identical_files_are_shown()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        JsonElement found = (await rig.State()).GetProperty("found");
        Assert.Equal((2, 0, 4), (Number(found, "groups"), Number(found, "twins"), Number(found, "copies")));
    }

    // A name in two groups could be kept by the one and removed by the other.
    [Fact]
    public void Every_name_is_in_one_group()
    {
        int seed = 41 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < Testing.TestRun.Count(200, 5000); round++)
        {
            ReportName[] names = [.. Enumerable.Range(0, 12).Select(static i => new ReportName($"/music/{i}.mp3"))];
            var loader = new GroupLoader(static name => name);
            for (int i = random.Next(3); i > 0; i--)
            {
                loader.Add(Media(Some(random, names)));
            }

            ReportName[][] plain = [.. Enumerable.Range(0, 3).Select(_ => Some(random, names))];
            ReportName[] left = names;
            foreach (ReportName[] group in plain)
            {
                // Reports have a name in at most one group of identical files.
                ReportName[] free = [.. group.Intersect(left)];
                left = [.. left.Except(free)];
                if (free.Length > 1)
                {
                    loader.Add(Identical(free));
                }
            }

            GroupStore store = loader.Complete();
            ReportName[] all = [.. Enumerable.Range(0, store.Names.Count).Select(store.Names.PathOf)];
            Assert.True(all.Length == all.Distinct().Count(), $"seed {seed}, round {round}");
            Assert.All(
                Enumerable.Range(0, store.Groups), group => Assert.True(store.CopiesOf(group).Count > 1));
        }
    }

    /// <summary>Four files with the same sound, two of them identical, and two other identical files.</summary>
    internal static void Tree(TempTree tree)
    {
        tree.AddFile("root/a.wav", Wav("Waves"));
        tree.AddFile("root/b.wav", Wav("Waves"));
        tree.AddFile("root/c.wav", Wav("Waves, live"));
        tree.AddFile("root/d.wav", Wav(null));
        tree.AddFile("root/plain", "identical");
        tree.AddFile("root/sub/plain 2", "identical");
    }

    private static byte[] Wav(string? title)
    {
        byte[] format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0];
        byte[] samples = [.. Enumerable.Range(0, 2000).Select(static i => (byte)(i * 7))];
        byte[] info = title is null
            ? []
            : Chunk("LIST", [.. "INFO"u8, .. Chunk("INAM", Encoding.ASCII.GetBytes(title + '\0'))]);
        return Chunk("RIFF", [.. "WAVE"u8, .. Chunk("fmt ", format), .. info, .. Chunk("data", samples)]);
    }

    private static byte[] Chunk(string name, byte[] body) =>
    [
        .. Encoding.ASCII.GetBytes(name), .. BitConverter.GetBytes(body.Length), .. body, .. new byte[body.Length % 2],
    ];

    private static ReportName[] Some(Random random, ReportName[] names)
    {
        ReportName[] mixed = [.. names];
        random.Shuffle(mixed);
        return mixed[..random.Next(2, 6)];
    }

    private static ReportMediaGroup Media(ReportName[] names) => new()
    {
        Format = "mp3",
        Policy = ReportMediaPolicy.Strict,
        Proof = Proof.Bytes,
        PayloadBytes = 100,
        RedundantBytes = 100,
        Copies =
        [
            .. names.Select(static (name, i) => new ReportMediaCopy { Copy = Copy(name), Size = 120, Content = i }),
        ],
    };

    private static ReportGroup Identical(ReportName[] names) => new()
    {
        Size = 120,
        Proof = Proof.Bytes,
        RedundantBytes = 120 * (names.Length - 1),
        Copies = [.. names.Select(Copy)],
    };

    private static ReportCopy Copy(ReportName name) => new() { Names = [name], Roots = [0] };

    private static int Number(JsonElement parent, string field) => parent.GetProperty(field).GetInt32();

    private static string PathOf(JsonElement copy)
    {
        JsonElement name = copy.GetProperty("names")[0];
        return $"{name.GetProperty("folder").GetString()}/{name.GetProperty("name").GetString()}";
    }
}
