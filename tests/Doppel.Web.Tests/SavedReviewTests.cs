using System.Text.Json;

namespace Doppel.Web.Tests;

public sealed class SavedReviewTests
{
    private static readonly string[] s_rules = ["oldest", "newest", "deepest"];

    [Fact]
    public async Task Choices_are_in_effect_after_a_restart_and_after_another_search()
    {
        int seed = 31 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        await using UiRig rig = await UiRig.Open(Tree);
        for (int round = 0; round < 4; round++)
        {
            for (int i = 0; i < 6; i++)
            {
                RawResponse done = random.Next(5) switch
                {
                    0 => await rig.Post("prefer", $"{{\"rules\":[\"{s_rules[random.Next(3)]}\"]}}"),
                    1 => await rig.Post("folder", $"{{\"folder\":{random.Next(3)},\"up\":0,\"use\":\"always\"}}"),
                    2 => await rig.Post("undo-choice", "{}"),
                    _ => await rig.Post("choice", Choice(random)),
                };
                Assert.True(done.Status == 200, $"seed {seed}, round {round}: {done.Text}");
            }

            string before = await Plan(rig);
            await rig.Post("search", "{}");
            Assert.Equal(before, await Plan(rig));
            Assert.False((await rig.State()).GetProperty("isRestored").GetBoolean());
            await rig.Restart();
            Assert.Equal(before, await Plan(rig));
        }

        string initial = await Initial();
        await rig.Post("prefer", "{\"rules\":[\"newest\"]}");
        await rig.Restart();
        Assert.True((await rig.State()).GetProperty("isRestored").GetBoolean());
        string chosen = await Plan(rig);
        await rig.Post("start-afresh", "{}");
        Assert.Equal(initial, await Plan(rig));
        Assert.False((await rig.State()).GetProperty("isRestored").GetBoolean());
        await rig.Post("undo-choice", "{}");
        Assert.Equal(chosen, await Plan(rig));
        await rig.Post("redo-choice", "{}");
        await rig.Restart();
        Assert.Equal(initial, await Plan(rig));
        Assert.Empty(Saved(rig));
    }

    [Fact]
    public async Task Rules_of_the_command_line_are_not_kept_as_choices()
    {
        await using UiRig rig = await UiRig.Open(Tree, "--prefer", "newest");
        await rig.Post("choice", "{\"group\":0,\"stay\":[2]}");
        rig.Session.Dispose();
        SavedReview saved = new ReviewFile(Saved(rig).Single()).Read()!;
        Assert.Empty(saved.Prefer);
        Assert.Single(saved.Groups);
    }

    // What nobody has seen is never removed because of an earlier choice.
    [Fact]
    public async Task A_copy_added_later_stays_and_without_the_chosen_copy_the_rules_decide()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        await rig.Post("choice", "{\"group\":0,\"stay\":[2]}");
        await rig.Post("choice", "{\"group\":1,\"stay\":[5]}");
        string kept = (await Names(rig, 0, "stays")).Single();
        string other = (await Names(rig, 1, "stays")).Single();
        string folder = Path.GetDirectoryName(kept)!;
        File.Copy(kept, Path.Combine(folder, "new copy"));
        File.Delete(other);
        await rig.Restart();
        Assert.Equal([Path.Combine(folder, "new copy"), kept], (await Names(rig, 0, "stays")).Order());
        Assert.Equal(2, (await Names(rig, 0, "goes")).Count);
        JsonElement group = (await rig.Get("api/groups/1")).Json;
        Assert.False(group.GetProperty("byHand").GetBoolean());
        Assert.Single(await Names(rig, 1, "stays"));
    }

    [Fact]
    public async Task A_file_that_was_cut_or_damaged_is_ignored()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        await rig.Post("prefer", "{\"rules\":[\"newest\"]}");
        await rig.Post("choice", "{\"group\":0,\"stay\":[1,2]}");
        rig.Session.Dispose();
        string file = Saved(rig).Single();
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        }

        byte[] content = File.ReadAllBytes(file);
        var reviews = new ReviewFile(file);
        Assert.False(reviews.Read()!.IsEmpty);
        for (int length = 0; length < content.Length; length++)
        {
            File.WriteAllBytes(file, content[..length]);
            Assert.Null(reviews.Read());
        }

        int seed = 32 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int i = 0; i < Testing.TestRun.Count(500, 20_000); i++)
        {
            byte[] damaged = [.. content];
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            File.WriteAllBytes(file, damaged);
            _ = reviews.Read();
        }
    }

    // Names are bytes: what is not UTF-8 must be found again too.
    [Fact]
    public void Every_name_survives_a_round_trip()
    {
        using var tree = new Testing.Trees.TempTree();
        var file = new ReviewFile(Path.Combine(tree.Folder, "new/review.json"));
        byte[][] names = [[.. "/a/b"u8], [.. "/a/"u8, 0xFF, 0xFE], [.. "/quote\"\n\\"u8], [.. "/\u00e9\u202e"u8]];
        Reports.ReportName[] all = [.. names.Select(static one => new Reports.ReportName(one))];
        file.Write(new SavedReview
        {
            Prefer = [Acting.KeepRule.Newest, Acting.KeepRule.PlainName],
            Always = all,
            Clear = [all[1]],
            Groups = [new SavedGroup(all, []), new SavedGroup([all[1]], all[2..])],
        });
        SavedReview back = file.Read()!;
        Assert.Equal([Acting.KeepRule.Newest, Acting.KeepRule.PlainName], back.Prefer);
        Assert.Equal(all, back.Always);
        Assert.Equal([all[1]], back.Clear);
        Assert.Equal(all, back.Groups[0].Stay);
        Assert.Equal(all[2..], back.Groups[1].Go);
    }

    // Copies 0 to 2 are of group 0, 3 to 5 of group 1: groups are ordered by size.
    private static void Tree(Testing.Trees.TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{folder}/one.bin", new string('1', 300));
            tree.AddFile($"root/{folder}/two.bin", new string('2', 200));
        }
    }

    private static async Task<string> Initial()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        return (await Plan(rig)).Replace(rig.Tree.Folder, "");
    }

    private static string[] Saved(UiRig rig)
    {
        string folder = Path.Combine(rig.Tree.Folder, ".local/state/doppel/reviews");
        return Directory.Exists(folder) ? Directory.GetFiles(folder) : [];
    }

    private static string Choice(Random random)
    {
        int group = random.Next(2);
        int[] stay = [.. Enumerable.Range(3 * group, 3).Where(_ => random.Next(2) == 0)];
        return $"{{\"group\":{group},\"stay\":[{string.Join(',', stay.Length > 0 ? stay : [3 * group])}]}}";
    }

    private static async Task<string> Plan(UiRig rig)
    {
        var text = new List<string> { (await rig.State()).GetProperty("plan").ToString() };
        text.Add((await rig.State()).GetProperty("rules").GetRawText());
        for (int group = 0; group < 2; group++)
        {
            JsonElement shown = (await rig.Get($"api/groups/{group}")).Json;
            text.Add(shown.GetProperty("byHand").ToString());
            text.AddRange(shown.GetProperty("list").EnumerateArray().Select(
                static copy => $"{copy.GetProperty("names")[0].GetProperty("name")} {copy.GetProperty("mark")}"));
        }

        return string.Join('\n', text);
    }

    private static async Task<IReadOnlyList<string>> Names(UiRig rig, int group, string mark) =>
    [
        .. (await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()
            .Where(copy => copy.GetProperty("mark").GetString() == mark)
            .Select(static copy => copy.GetProperty("names")[0])
            .Select(static name => $"{name.GetProperty("folder").GetString()}/{name.GetProperty("name").GetString()}"),
    ];
}
