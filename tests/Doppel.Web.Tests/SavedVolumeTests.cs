using System.Text.Json;
using Doppel.S3.Server;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>Copies on a disk in a drawer are shown, and nothing is done with them or because of them.</summary>
public sealed class SavedVolumeTests
{
    [Fact]
    public async Task Copies_on_a_saved_volume_are_shown_stay_and_are_not_opened()
    {
        await using UiRig rig = await UiRig.Open(Drawer, "catalog:drawer");
        JsonElement[] rows = [.. (await rig.Get("api/groups")).Json.GetProperty("groups").EnumerateArray()];
        Assert.Equal(
            ["twice: 3 copies, 1 saved, 1 goes, 5 redundant", "once: 2 copies, 1 saved, 0 goes, 0 redundant"],
            rows.Select(static row => $"{row.GetProperty("name")}: {row.GetProperty("copies")} copies, "
                + $"{row.GetProperty("saved")} saved, {row.GetProperty("going")} goes, "
                + $"{row.GetProperty("redundantBytes")} redundant"));
        Assert.Equal(5, (await rig.State()).GetProperty("found").GetProperty("redundantBytes").GetInt64());
        foreach (JsonElement row in rows)
        {
            int group = row.GetProperty("group").GetInt32();
            JsonElement saved = Assert.Single(await List(rig, group), IsSaved);
            Assert.Equal("drawer", saved.GetProperty("saved").GetProperty("volume").GetString());
            var made = DateTimeOffset.FromUnixTimeSeconds(saved.GetProperty("saved").GetProperty("made").GetInt64());
            DateTimeOffset now = TimeProvider.System.GetUtcNow();
            Assert.InRange(made, now.AddHours(-1), now.AddSeconds(1));
            Assert.Equal("must-stay", saved.GetProperty("mark").GetString());
            Assert.StartsWith("catalog:drawer/", saved.GetProperty("names")[0].GetProperty("folder").GetString());

            // The picture in the list is that of a copy on a disk.
            Assert.NotEqual(saved.GetProperty("copy").GetInt32(), row.GetProperty("shown").GetInt32());
            string copy = saved.GetProperty("copy").ToString();
            Assert.Equal(404, (await rig.Get($"file/{copy}")).Status);
            Assert.Equal(404, (await rig.Get($"preview/{copy}")).Status);
            Assert.Equal(400, (await rig.Post("choice", $"{{\"group\":{group},\"stay\":[{copy}]}}")).Status);
            string folder = saved.GetProperty("names")[0].GetProperty("folderNumber").ToString();
            foreach (string use in (string[])["always", "clear"])
            {
                Assert.Equal(
                    409, (await rig.Post("folder", $"{{\"folder\":{folder},\"up\":0,\"use\":\"{use}\"}}")).Status);
            }
        }

        // Neither can be decided for files that are not there.
        Assert.All(
            (await rig.Get("api/alike")).Json.GetProperty("found").EnumerateArray(),
            static one => Assert.DoesNotContain("catalog:", one.ToString()));
        Assert.Equal(2, (await rig.Get("api/folders")).Json.GetProperty("here").GetProperty("copies").GetInt32());
    }

    // Whatever is chosen, each content that was on the disk stays on it, and an undo brings back the rest.
    [Fact]
    public async Task No_choice_removes_the_last_copy_on_a_disk()
    {
        int seed = 61 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < Testing.TestRun.Count(8, 200); round++)
        {
            await using UiRig rig = await UiRig.Open(tree => RandomDrawer(tree, random), "catalog:drawer");
            IReadOnlyList<string> before = rig.Files();
            int groups = (await rig.Get("api/groups")).Json.GetProperty("total").GetInt32();
            for (int group = 0; group < groups; group++)
            {
                JsonElement[] list = await List(rig, group);
                JsonElement[] stay = [.. list.Where(_ => random.Next(2) == 0)];
                string numbers = string.Join(',', stay.Select(static copy => copy.GetProperty("copy").ToString()));
                bool isRefused = stay.All(IsSaved);
                int status = (await rig.Post("choice", $"{{\"group\":{group},\"stay\":[{numbers}]}}")).Status;
                Assert.True(status == (isRefused ? 400 : 200), $"seed {seed}, round {round}: {status} for {numbers}");
                JsonElement[] chosen = await List(rig, group);
                Assert.All(chosen.Where(IsSaved), static copy => Assert.Equal("must-stay", MarkOf(copy)));
                if (!isRefused)
                {
                    Assert.Equal(
                        list.Where(static copy => !IsSaved(copy)).Select(copy => stay.Contains(copy)),
                        chosen.Where(static copy => !IsSaved(copy)).Select(static copy => MarkOf(copy) != "goes"));
                }
            }

            if ((await rig.State()).GetProperty("plan").GetProperty("files").GetInt32() == 0)
            {
                continue;
            }

            await Trash(rig);
            Assert.NotEqual(before, rig.Files());
            Assert.Equal(Contents(before), Contents(rig.Files()));
            JsonElement run = (await rig.State()).GetProperty("lastRun");
            Assert.Equal(0, run.GetProperty("problemCount").GetInt32());
            await rig.Post("undo", $"{{\"run\":\"{run.GetProperty("id")}\"}}");
            Assert.Equal(before, rig.Files());
        }
    }

    [Fact]
    public async Task A_choice_is_restored_unless_only_its_saved_copy_is_left()
    {
        await using UiRig rig = await UiRig.Open(Drawer, "catalog:drawer");
        JsonElement[] onDisk = [.. (await List(rig, 0)).Where(static copy => !IsSaved(copy))];
        string saved = (await List(rig, 0)).Single(IsSaved).GetProperty("copy").ToString();
        await rig.Post("choice", $"{{\"group\":0,\"stay\":[{onDisk[1].GetProperty("copy")},{saved}]}}");
        await rig.Restart();
        JsonElement[] list = await List(rig, 0);
        Assert.Equal(["goes", "stays", "must-stay"], list.Select(MarkOf));

        JsonElement name = onDisk[1].GetProperty("names")[0];
        File.Delete($"{name.GetProperty("folder").GetString()}/{name.GetProperty("name").GetString()}");
        await rig.Restart();
        for (int group = 0; group < 2; group++)
        {
            Assert.False((await rig.Get($"api/groups/{group}")).Json.GetProperty("byHand").GetBoolean());
            Assert.Equal(["must-stay", "must-stay"], (await List(rig, group)).Select(MarkOf));
        }
    }

    [Fact]
    public async Task With_a_saved_volume_as_reference_only_what_it_has_is_shown()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                Drawer(tree);
                tree.AddFile("root/new 1", "not in the drawer");
                tree.AddFile("root/new 2", "not in the drawer");
            },
            "--reference", "catalog:drawer");
        Assert.Equal(2, (await rig.Get("api/groups")).Json.GetProperty("total").GetInt32());
        Assert.Equal(1, (await rig.State()).GetProperty("plan").GetProperty("files").GetInt32());
        await Trash(rig);
        Assert.Equal(4, rig.Files().Count);
    }

    [Theory]
    [InlineData("json", "ROOT", "catalog:drawer")]
    [InlineData("html", "ROOT", "catalog:drawer")]
    [InlineData("text", "ROOT", "catalog:drawer")]
    [InlineData("csv", "ROOT", "catalog:drawer")]
    [InlineData("json", "--reference", "catalog:drawer", "ROOT")]
    public async Task A_report_shows_what_its_search_shows(string format, params string[] words)
    {
        await using UiRig search = await UiRig.Open(Drawer, [.. words.Where(static word => word != "ROOT")]);
        await using UiRig report = await UiRig.OpenAt("report", tree =>
        {
            Drawer(tree);
            string[] roots = [.. words.Select(word => word == "ROOT" ? Path.Combine(tree.Folder, "root") : word)];
            UiRig.Run(tree, ["find", "--format", format, "-o", Path.Combine(tree.Folder, "report"), .. roots]);
        });
        for (int group = 0; group < 2; group++)
        {
            Assert.Equal(await Lines(search, group), await Lines(report, group));
        }

        await Trash(report);
        Assert.Equal(2, report.Files().Count);

        static async Task<IEnumerable<string>> Lines(UiRig rig, int group) =>
            (await List(rig, group)).Select(copy => string.Join(
                ' ', copy.GetProperty("names")[0].GetProperty("folder").GetString()!.Split(rig.Tree.Folder)[^1],
                copy.GetProperty("names")[0].GetProperty("name"), MarkOf(copy),
                IsSaved(copy) ? copy.GetProperty("saved").GetProperty("volume").GetString() : "on a disk"));
    }

    [Theory]
    [InlineData("--exact", "catalog:drawer", "--exact cannot be used with a saved volume")]
    [InlineData("--media", "catalog:drawer", "--media cannot be used with a saved volume")]
    [InlineData("--isolate", "catalog:drawr", "no saved volume named 'drawr'")]
    public async Task Options_that_need_contents_are_refused(string option, string root, string message)
    {
        UsageException refused = await Assert.ThrowsAsync<UsageException>(() => UiRig.Open(Drawer, option, root));
        Assert.Contains(message, refused.Message);
    }

    [Fact]
    public async Task A_report_cannot_be_given_another_reference()
    {
        UsageException refused = await Assert.ThrowsAsync<UsageException>(() => UiRig.OpenAt(
            "report",
            static tree => tree.AddFile("report", "/a\n/b\n\n"), "--reference", "catalog:drawer"));
        Assert.Contains("applies only to searching folders", refused.Message);
    }

    [Fact]
    public async Task Disks_in_drawers_can_be_compared_with_each_other()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                Drawer(tree);
                UiRig.Run(tree, "catalog", "add", "-q", "other", Path.Combine(tree.Folder, "root"));
                Directory.Delete(Path.Combine(tree.Folder, "root"), recursive: true);
                tree.AddFolder("root");
            },
            "catalog:drawer", "catalog:other");
        Assert.Equal(0, (await rig.Get("api/groups")).Json.GetProperty("total").GetInt32());
        await using UiRig alone = await UiRig.OpenAt(
            "report", static tree =>
            {
                Drawer(tree);
                UiRig.Run(tree, "catalog", "add", "-q", "other", Path.Combine(tree.Folder, "root"));
                UiRig.Run(
                    tree, "find", "--json", "-o", Path.Combine(tree.Folder, "report"), "catalog:drawer",
                    "catalog:other");
            });
        Assert.Equal(2, (await alone.Get("api/groups")).Json.GetProperty("total").GetInt32());
        Assert.Equal(0, (await alone.State()).GetProperty("plan").GetProperty("files").GetInt32());
        for (int group = 0; group < 2; group++)
        {
            JsonElement[] list = await List(alone, group);
            Assert.All(list, static copy => Assert.True(IsSaved(copy)));
            string first = list[0].GetProperty("copy").ToString();
            Assert.Equal(
                400, (await alone.Post("choice", $"{{\"group\":{group},\"stay\":[{first}]}}")).Status);
        }
    }

    [Fact]
    public async Task Objects_in_a_bucket_are_shown_and_never_requested()
    {
        var memory = new MemoryS3(new MemoryS3Options());
        memory.AddBucket("attic");
        memory.Put("attic", "old/twice", "twice"u8.ToArray());
        memory.Put("attic", "odd//key", "odd"u8.ToArray());
        await using FaultServer server = FaultServer.Start(memory);
        string endpoint = server.Endpoint.GetLeftPart(UriPartial.Authority);
        await using UiRig rig = await UiRig.Open(Drawer, "--endpoint", endpoint, "--no-sign", "s3://attic");
        int before = server.Requests.Count;
        JsonElement[] list = await List(rig, 0);
        JsonElement saved = Assert.Single(list, IsSaved);
        Assert.Equal("s3://attic", saved.GetProperty("saved").GetProperty("volume").GetString());
        Assert.Equal("must-stay", MarkOf(saved));
        Assert.Equal(404, (await rig.Get($"file/{saved.GetProperty("copy")}")).Status);
        Assert.Contains(
            "s3://attic/odd//key", (await rig.State()).GetProperty("found").GetProperty("problems").ToString());
        await Trash(rig);
        Assert.Equal(2, rig.Files().Count);
        Assert.Equal(before, server.Requests.Count);
    }

    // Two contents in root, of which one is there twice, and both in a drawer that has been put away.
    private static void Drawer(TempTree tree)
    {
        tree.AddFile("root/a/twice", "twice");
        tree.AddFile("root/b/twice", "twice");
        tree.AddFile("root/a/once", "once");
        tree.AddFile("drawer/in/twice", "twice");
        tree.AddFile("drawer/in/once", "once");
        PutAway(tree);
    }

    private static void RandomDrawer(TempTree tree, Random random)
    {
        foreach (string top in (string[])["root", "drawer"])
        {
            for (int file = random.Next(1, 12); file > 0; file--)
            {
                tree.AddFile($"{top}/{random.Next(3)}/{file}", new string((char)('a' + random.Next(4)), 100));
            }
        }

        PutAway(tree);
    }

    private static void PutAway(TempTree tree)
    {
        string drawer = Path.Combine(tree.Folder, "drawer");
        UiRig.Run(tree, "catalog", "add", "-q", "drawer", drawer);
        Directory.Delete(drawer, recursive: true);
    }

    private static bool IsSaved(JsonElement copy) => copy.GetProperty("saved").ValueKind == JsonValueKind.Object;

    private static string MarkOf(JsonElement copy) => copy.GetProperty("mark").GetString()!;

    private static async Task<JsonElement[]> List(UiRig rig, int group) =>
        [.. (await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()];

    private static IEnumerable<string> Contents(IReadOnlyList<string> files) =>
        files.Select(static line => line.Split(' ')[^1]).Distinct().Order();

    private static async Task Trash(UiRig rig)
    {
        await rig.Post("review", "{}");
        string plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        await rig.Act(plan);
    }
}
