using System.Security.Cryptography;
using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

public sealed class FolderGroupTests
{
    [Theory]
    [InlineData("trash", false)]
    [InlineData("trash", true)]
    [InlineData("delete", false)]
    [InlineData("delete", true)]
    [InlineData("link", false)]
    [InlineData("symlink", true)]
    public async Task After_each_action_on_folders_and_undo_the_tree_is_as_before(string action, bool isReport)
    {
        await using UiRig rig = await Open(isReport);
        bool removes = action is "trash" or "delete";
        IReadOnlyList<string> before = Entries(rig, removes);
        await rig.Post("choice", $"{{\"group\":{await NumberOf(rig, "a")},\"stay\":[1]}}");
        Assert.Equal("a goes, b stays, c goes | d goes, e stays", await Marks(rig));
        (string plan, JsonElement offer) = await Review(rig, action);
        Assert.Equal(before, Entries(rig, removes));
        Assert.Equal((3, 8), (Number(offer, "folders"), Number(offer, "files")));
        Assert.Equal(200, (await rig.Act(plan, action)).Status);
        JsonElement after = await rig.State();
        Assert.Equal((8, 0), (Number(after, "lastRun", "done"), Number(after, "lastRun", "problemCount")));
        Assert.Equal((8, 0), (Number(after, "found", "gone"), Number(after, "plan", "files")));
        Assert.Equal("", await Marks(rig));
        foreach (string folder in (string[])["a", "c", "d"])
        {
            Assert.Equal(!removes, Directory.Exists($"{rig.Tree.Folder}/root/{folder}"));
        }

        Assert.Equal(7, rig.Files().Select(static line => line.Split(' ')[^1]).Distinct().Count());
        await rig.Post("undo", $"{{\"run\":\"{after.GetProperty("lastRun").GetProperty("id").GetString()}\"}}");
        Assert.Equal(before, Entries(rig, removes));
        Assert.Equal(0, Number(await rig.State(), "found", "gone"));
        Assert.Equal("a goes, b stays, c goes | d goes, e stays", await Marks(rig));
    }

    // What the page plans without a choice is what the command plans.
    [Fact]
    public async Task The_plan_is_that_of_the_command_line()
    {
        await using UiRig rig = await Open(isReport: false);
        string file = rig.Tree.Folder + "/plan.json";
        UiRig.Run(rig.Tree, "plan", "-q", "-o", file, "--folders", rig.Tree.Folder + "/root");
        string[] going =
        [
            .. File.ReadLines(file).Select(static line => JsonDocument.Parse(line).RootElement)
                .Where(static line => line.GetProperty("type").GetString() == "folder")
                .Select(static line => Path.GetFileName(line.GetProperty("path").GetString()!)),
        ];
        Assert.NotEmpty(going);
        Assert.Equal(
            going.Order(),
            (await Groups(rig)).SelectMany(static group => group.GetProperty("folders").EnumerateArray())
                .Where(static folder => folder.GetProperty("mark").GetString() == "goes").Select(NameOf).Order());
        Assert.Equal(going.Length, Number(await rig.State(), "plan", "folders"));
    }

    [Fact]
    public async Task Choices_about_folders_can_be_undone_and_are_in_effect_the_next_time()
    {
        await using UiRig rig = await Open(isReport: false);
        string before = await Marks(rig);
        int number = await NumberOf(rig, "a");
        await rig.Post("choice", $"{{\"group\":{number},\"stay\":[0,2]}}");
        Assert.Equal("a stays, b goes, c stays | d goes, e stays", await Marks(rig));
        await rig.Post("choice", $"{{\"group\":{await NumberOf(rig, "d")},\"stay\":[0,1]}}");
        Assert.Equal("a stays, b goes, c stays | d stays, e stays", await Marks(rig));
        Assert.Equal(2, Number(await rig.State(), "plan", "byHand"));
        await rig.Restart();
        Assert.Equal("a stays, b goes, c stays | d stays, e stays", await Marks(rig));
        await rig.Post("forget-choices", "{}");
        Assert.Equal(before, await Marks(rig));
        await rig.Post("undo-choice", "{}");
        Assert.Equal("a stays, b goes, c stays | d stays, e stays", await Marks(rig));
        await rig.Post("choice", $"{{\"group\":{number},\"stay\":null}}");
        await rig.Post("undo-choice", "{}");
        await rig.Post("redo-choice", "{}");
        Assert.Equal("d stays, e stays", (await Marks(rig)).Split(" | ")[1]);
    }

    // Wherever the review is when it is stopped.
    [Fact]
    public async Task A_review_that_is_stopped_leaves_the_plan_of_folders_as_it_was()
    {
        await using UiRig rig = await Open(isReport: false);
        string before = await Marks(rig);
        for (int i = 0; i < 200; i++)
        {
            rig.Session.Review();
            rig.Session.Stop();
            rig.Session.WaitUntilIdle();
            Assert.Equal(before, await Marks(rig));
        }
    }

    [Fact]
    public async Task One_folder_and_every_container_stay()
    {
        await using UiRig rig = await Open(isReport: false);
        (int equal, int contained) = (await NumberOf(rig, "a"), await NumberOf(rig, "d"));
        foreach (string choice in (string[])
            [$"{equal},\"stay\":[]", $"{equal},\"stay\":[3]", $"{equal},\"stay\":[-1]", $"{contained},\"stay\":[]"])
        {
            Assert.Equal(400, (await rig.Post("choice", $"{{\"group\":{choice}}}")).Status);
        }

        Assert.Equal(404, (await rig.Post("choice", $"{{\"group\":{contained + 1},\"stay\":[0]}}")).Status);
    }

    // A file outside has the same content as one in a folder that goes.
    [Fact]
    public async Task Files_in_a_folder_to_be_removed_are_removed_with_it()
    {
        await using UiRig rig = await Open(isReport: false);
        JsonElement[] copies = await Copies(rig);
        int inFolder = Array.FindIndex(copies, static copy => Folder(copy) == "a");
        await rig.Post("choice", $"{{\"group\":0,\"stay\":[{1 - inFolder}]}}");
        Assert.Equal("goes", (await Copies(rig))[inFolder].GetProperty("mark").GetString());
        int number = await NumberOf(rig, "a");
        await rig.Post("choice", $"{{\"group\":{number},\"stay\":[2]}}");
        copies = await Copies(rig);
        Assert.Equal("in-folder", copies[inFolder].GetProperty("mark").GetString());
        Assert.Equal("stays", copies[1 - inFolder].GetProperty("mark").GetString());
        Assert.Equal(1, Number((await rig.Get("api/groups")).Json.GetProperty("groups")[0], "going"));

        // Another choice about the file plans this group alone, and does not forget the folder.
        await rig.Post("choice", $"{{\"group\":0,\"stay\":[{inFolder}]}}");
        Assert.Equal("in-folder", (await Copies(rig))[inFolder].GetProperty("mark").GetString());
        (_, JsonElement offer) = await Review(rig, "trash");
        Assert.Equal((3, 0, 0), (Number(offer, "folders"), Number(offer, "groups"), Number(offer, "skipped")));
    }

    [Fact]
    public async Task A_folder_that_has_changed_is_left_alone_and_says_why()
    {
        await using UiRig rig = await Open(isReport: false);
        rig.Tree.AddFile("root/c/new", "new");
        await rig.Post("prefer", "{\"rules\":[\"first-name\"]}");
        await rig.Post("prefer", "{\"rules\":[\"oldest\"]}");
        JsonElement changed = (await Groups(rig))[0].GetProperty("folders")[2];
        Assert.Equal(
            ("skipped", "its contents are not those in the report"),
            (changed.GetProperty("mark").GetString(), changed.GetProperty("why").GetString()));
    }

    [Fact]
    public async Task Actions_that_are_impossible_for_all_folders_say_why()
    {
        string other = $"/dev/shm/doppel-folders-{Environment.ProcessId}";
        Assert.SkipUnless(Directory.Exists("/dev/shm"), "needs a file system in memory");
        Directory.CreateDirectory(other);
        try
        {
            File.WriteAllText(other + "/copy", "on two file systems");
            await using UiRig rig = await UiRig.Open(
                tree => tree.AddFile("root/copy", "on two file systems"), "--folders", other);
            Assert.SkipWhen(rig.Tree.Folder.StartsWith("/dev/shm/", StringComparison.Ordinal), "needs another one");
            int stays = Array.FindIndex(
                [.. (await Groups(rig))[0].GetProperty("folders").EnumerateArray()],
                folder => folder.GetProperty("path").GetString() != other);
            await rig.Post("choice", $"{{\"group\":0,\"stay\":[{stays}]}}");
            foreach ((string action, string why) in ((string, string)[])
            [
                ("link", "not possible on '/dev/shm' (tmpfs): the copies that stay are on another file system, which "
                    + "hard links cannot cross"),
                ("reflink", "not possible on '/dev/shm' (tmpfs): it does not support reflinks"),
            ])
            {
                (string plan, JsonElement offer) = await Review(rig, action);
                Assert.Equal(why, offer.GetProperty("whyNot").GetString());
                Assert.Equal(409, (await rig.Act(plan, action)).Status);
            }
        }
        finally
        {
            Directory.Delete(other, recursive: true);
        }
    }

    // Three equal folders, one that is contained in another, and a file beside them.
    private static void Fill(TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{folder}/one", "one");
            tree.AddFile($"root/{folder}/below/two", "two");
            tree.AddFile($"root/{folder}/below/three", "three");
            tree.AddFolder($"root/{folder}/nothing");
            tree.AddSymbolicLink($"root/{folder}/to one", "one");
        }

        foreach (string folder in (string[])["d", "e"])
        {
            tree.AddFile($"root/{folder}/four", "four");
            tree.AddFile($"root/{folder}/five", "five");
        }

        tree.AddFile("root/e/six", "six");
        tree.AddFile("root/beside/one", "one");
        tree.AddFile("root/beside/other", "other");
    }

    private static Task<UiRig> Open(bool isReport) => isReport
        ? UiRig.OpenAt("report.json", static tree =>
        {
            Fill(tree);
            UiRig.Run(
                tree, "find", "-q", "--json", "--folders", "-o", tree.Folder + "/report.json", tree.Folder + "/root");
        })
        : UiRig.Open(Fill, "--folders");

    // Folders that were removed get their times back; in others, files that come back change the time.
    private static string[] Entries(UiRig rig, bool withFolderTimes)
    {
        long TimeOf(FileSystemInfo folder) => withFolderTimes ? folder.LastWriteTimeUtc.Ticks : 0;
        return
        [
            .. new DirectoryInfo(rig.Tree.Folder + "/root").EnumerateFileSystemInfos("*", SearchOption.AllDirectories)
                .OrderBy(static one => one.FullName, StringComparer.Ordinal).Select(one => one is FileInfo file
                    ? $"{file.FullName} {file.LinkTarget} {file.LastWriteTimeUtc.Ticks} {HashOf(file)}"
                    : $"{one.FullName} {TimeOf(one)}"),
        ];
    }

    private static string HashOf(FileInfo file) =>
        Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file.FullName)));

    private static async Task<JsonElement[]> Groups(UiRig rig) =>
        [.. (await rig.Get("api/folder-groups")).Json.GetProperty("groups").EnumerateArray()];

    private static async Task<int> NumberOf(UiRig rig, string folder) => Number(
        (await Groups(rig)).Single(group => NameOf(group.GetProperty("folders")[0]) == folder), "group");

    private static async Task<string> Marks(UiRig rig) => string.Join(" | ", (await Groups(rig)).Select(
        static group => string.Join(", ", group.GetProperty("folders").EnumerateArray().Select(
            static folder => $"{NameOf(folder)} {folder.GetProperty("mark").GetString()}"))));

    private static async Task<JsonElement[]> Copies(UiRig rig) =>
        [.. (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray()];

    private static string Folder(JsonElement copy) =>
        Path.GetFileName(copy.GetProperty("names")[0].GetProperty("folder").GetString()!);

    private static string NameOf(JsonElement folder) => Path.GetFileName(folder.GetProperty("path").GetString()!);

    private static async Task<(string Plan, JsonElement Offer)> Review(UiRig rig, string action)
    {
        await rig.Post("review", "{}");
        JsonElement proposal = (await rig.State()).GetProperty("proposal");
        return (proposal.GetProperty("id").GetString()!, proposal.GetProperty("actions").EnumerateArray()
            .Single(one => one.GetProperty("action").GetString() == action));
    }

    private static int Number(JsonElement parent, params string[] path) =>
        path.Aggregate(parent, static (one, field) => one.GetProperty(field)).GetInt32();
}
