using System.Security.Cryptography;
using System.Text.Json;
using Doppel.Testing.Processes;

namespace Doppel.Web.Tests;

public sealed class ActionTests
{
    // a/ stays; what is in b/ and c/ goes. Each line is what b/one.html becomes.
    [Theory]
    [InlineData("trash", "nothing")]
    [InlineData("delete", "nothing")]
    [InlineData("link", "the same file")]
    [InlineData("symlink", "a link to it")]
    public async Task After_each_action_and_undo_the_tree_is_as_before(string action, string becomes)
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        await rig.Post("folder", "{\"folder\":0,\"up\":0,\"use\":\"always\"}");
        IReadOnlyList<string> before = Tree(rig);
        JsonElement after = await Act(rig, action);
        Assert.Equal(
            (5, 0), (Number(after, "lastRun", "done"), Number(after, "lastRun", "problemCount")));
        Assert.Equal(
            (5, action == "trash" ? 5 : 0), (Number(after, "found", "gone"), Number(after, "found", "inTrash")));
        Assert.Equal(becomes, Outcome(rig));
        Assert.Equal(3, rig.Files().Select(static line => line.Split(' ')[^1]).Distinct().Count());
        Assert.Equal(["stays", $"gone by {action}", $"gone by {action}"], await Marks(rig, 0));
        Assert.Equal(0, Number(after, "plan", "files"));

        string run = $"{{\"run\":\"{after.GetProperty("lastRun").GetProperty("id").GetString()}\"}}";
        Assert.Equal(200, (await rig.Post("undo", run)).Status);
        Assert.Equal(before, Tree(rig));
        Assert.Equal(404, (await rig.Post("undo", run)).Status);
        Assert.Equal(before, Tree(rig));
        Assert.Equal(["must-stay", "goes", "goes"], await Marks(rig, 0));
        for (int copy = 0; copy < 8; copy++)
        {
            Assert.Equal(200, (await rig.Get($"file/{copy}")).Status);
        }
    }

    // What was deleted and restored can be acted on again.
    [Fact]
    public async Task Restored_copies_are_duplicates_again()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = Tree(rig);
        foreach (string action in (string[])["delete", "link", "symlink", "trash"])
        {
            JsonElement after = await Act(rig, action);
            Assert.Equal(5, Number(after, "lastRun", "done"));
            await rig.Post("undo", $"{{\"run\":\"{after.GetProperty("lastRun").GetProperty("id").GetString()}\"}}");
            Assert.Equal(before, Tree(rig));
        }
    }

    [Fact]
    public async Task An_action_that_is_impossible_says_why_and_is_refused()
    {
        string other = $"/dev/shm/doppel-test-{Environment.ProcessId}";
        Assert.SkipUnless(Directory.Exists("/dev/shm"), "needs a file system in memory");
        Directory.CreateDirectory(other);
        try
        {
            File.WriteAllText(other + "/copy", "on two file systems");
            await using UiRig rig = await UiRig.Open(
                tree => tree.AddFile("root/copy", "on two file systems"), other);
            Assert.SkipWhen(rig.Tree.Folder.StartsWith("/dev/shm/", StringComparison.Ordinal), "needs another one");
            int inMemory = Array.FindIndex(
                await List(rig, 0), copy => copy.GetProperty("names")[0].GetProperty("folder").GetString() == other);
            await rig.Post("choice", $"{{\"group\":0,\"stay\":[{1 - inMemory}]}}");
            await rig.Post("review", "{}");
            JsonElement proposal = (await rig.State()).GetProperty("proposal");
            var offers = proposal.GetProperty("actions").EnumerateArray().ToDictionary(
                static one => one.GetProperty("action").GetString()!,
                static one => one.GetProperty("whyNot").GetString());
            Assert.Equal(["trash", "link", "reflink", "symlink", "delete"], offers.Keys);
            Assert.Equal(
                "not possible on '/dev/shm' (tmpfs): the copies that stay are on another file system, which hard "
                + "links cannot cross", offers["link"]);
            Assert.Equal("not possible on '/dev/shm' (tmpfs): it does not support reflinks", offers["reflink"]);
            Assert.Null(offers["symlink"]);
            string plan = proposal.GetProperty("id").GetString()!;
            foreach (string action in (string[])["link", "reflink"])
            {
                RawResponse refused = await rig.Act(plan, action);
                Assert.Equal(409, refused.Status);
                Assert.Contains("not possible on", refused.Text);
            }

            Assert.Null(new FileInfo(other + "/copy").LinkTarget);
            Assert.Equal(200, (await rig.Act(plan, "symlink")).Status);
            Assert.Equal(rig.Tree["root/copy"].ToString(), Path.GetFullPath(
                new FileInfo(other + "/copy").LinkTarget!, other));
        }
        finally
        {
            Directory.Delete(other, recursive: true);
        }
    }

    [Fact]
    public async Task Only_known_actions_are_carried_out()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = Tree(rig);
        string plan = await Review(rig);
        foreach (string action in (string[])["move", "Trash", "", "trash\\u0000"])
        {
            Assert.Equal(400, (await rig.Act(plan, action)).Status);
        }

        Assert.Equal(400, (await rig.Post("act", $"{{\"plan\":\"{plan}\",\"action\":null}}")).Status);
        Assert.Equal(400, (await rig.Post("act", $"{{\"plan\":\"{plan}\"}}")).Status);
        Assert.Equal(before, Tree(rig));
    }

    // A file with a name elsewhere frees nothing when it is removed, but its blocks can be shared.
    [Fact]
    public async Task The_numbers_are_those_of_each_action()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile("root/a", new byte[100_000]);
            tree.AddFile("root/b", new byte[100_000]);
            tree.AddHardLink("elsewhere", "root/b");
            tree.AddSymbolicLink("root/to b", "b");
        });
        await rig.Post("choice", "{\"group\":0,\"stay\":[0]}");
        await rig.Post("review", "{}");
        foreach (JsonElement offer in
            (await rig.State()).GetProperty("proposal").GetProperty("actions").EnumerateArray())
        {
            string action = offer.GetProperty("action").GetString()!;
            bool isHeld = action != "reflink";
            Assert.Equal((1, isHeld ? 1 : 0), (Number(offer, "files"), Number(offer, "heldFiles")));
            Assert.True(isHeld == (Number(offer, "freedBytes") == 0), $"{action} frees {offer}");
            Assert.Equal(action is "trash" or "delete" ? 1 : 0, Number(offer, "danglingLinks"));
        }
    }

    private static string Outcome(UiRig rig)
    {
        string folder = rig.Tree.Folder + "/root/";
        var file = new FileInfo(folder + "b/one.html");
        if (!file.Exists)
        {
            return "nothing";
        }

        if (file.LinkTarget is { } target)
        {
            return Path.GetFullPath(target, folder + "b") == folder + "a/one.html" ? "a link to it" : target;
        }

        return Inode(folder + "a/one.html") == Inode(file.FullName) ? "the same file" : "another file";
    }

    private static string Inode(string path) => Tool.Run("stat", "-c", "%d %i", path).OutputText;

    // Paths, kinds, times and contents.
    private static IReadOnlyList<string> Tree(UiRig rig) =>
    [
        .. new DirectoryInfo(rig.Tree.Folder + "/root").EnumerateFiles("*", SearchOption.AllDirectories)
            .OrderBy(static file => file.FullName, StringComparer.Ordinal).Select(static file =>
                $"{file.FullName} {file.LinkTarget} {file.LastWriteTimeUtc.Ticks} "
                + Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file.FullName)))),
    ];

    private static async Task<JsonElement> Act(UiRig rig, string action)
    {
        Assert.Equal(200, (await rig.Act(await Review(rig), action)).Status);
        return await rig.State();
    }

    private static async Task<string> Review(UiRig rig)
    {
        await rig.Post("review", "{}");
        return (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
    }

    private static async Task<JsonElement[]> List(UiRig rig, int group) =>
        [.. (await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()];

    private static async Task<IEnumerable<string>> Marks(UiRig rig, int group) => (await List(rig, group)).Select(
        static copy => copy.GetProperty("mark").GetString()
            + (copy.GetProperty("goneBy").GetString() is { } action ? " by " + action : ""));

    private static int Number(JsonElement parent, params string[] path) =>
        path.Aggregate(parent, static (one, field) => one.GetProperty(field)).GetInt32();
}
