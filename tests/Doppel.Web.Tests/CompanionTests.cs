using System.Text.Json;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>What the page shows of files and their companions.</summary>
public sealed class CompanionTests
{
    [Fact]
    public async Task A_raw_photo_with_its_JPEG_and_their_sidecars_is_one_group()
    {
        await using UiRig rig = await UiRig.Open(static tree => AddShot(tree, "camera", "backup"));
        JsonElement row = Assert.Single(await Rows(rig));
        Assert.Equal("P1.NEF", row.GetProperty("name").GetString());
        Assert.Equal(
            ["P1.JPG", "P1.NEF.xmp", "P1.xmp"],
            row.GetProperty("parts").EnumerateArray().Select(static part => part.GetString())
                .Order(StringComparer.Ordinal));
        Assert.Equal(5000 + 4000 + 8 + 16, Number(row, "redundantBytes"));

        JsonElement state = await rig.State();
        Assert.Equal((1, 8), (Number(state, "found", "groups"), Number(state, "found", "copies")));
        Assert.Equal((1, 4), (Number(state, "plan", "groups"), Number(state, "plan", "files")));
        Assert.Equal(Number(row, "redundantBytes"), Number(state, "found", "redundantBytes"));

        JsonElement[] copies = await Copies(rig, Number(row, "group"));
        Assert.All(copies, static copy => Assert.Equal("", copy.GetProperty("why").GetString()));
        foreach (JsonElement copy in copies)
        {
            bool goes = copy.GetProperty("mark").GetString() == "goes";
            Assert.Equal(
                [$"P1.JPG 4000 {goes}", $"P1.NEF.xmp 16 {goes}", $"P1.xmp 8 {goes}"],
                copy.GetProperty("companions").EnumerateArray().Select(static one =>
                    $"{one.GetProperty("name")} {one.GetProperty("size")} {one.GetProperty("goes")}"));
        }

        // Each opens the file beside the copy.
        JsonElement going = copies.Single(static copy => copy.GetProperty("mark").GetString() == "goes");
        JsonElement photo = going.GetProperty("companions")[0].GetProperty("copy");
        Assert.Equal(4000, (await rig.Get($"file/{photo}")).Body.Length);
    }

    [Fact]
    public async Task The_choice_for_a_file_is_that_for_its_companions_and_one_undo_restores_all()
    {
        await using UiRig rig = await UiRig.Open(static tree => AddShot(tree, "camera", "backup"));
        IReadOnlyList<string> before = rig.Files();
        int group = Number(Assert.Single(await Rows(rig)), "group");
        JsonElement goes = (await Copies(rig, group)).Single(
            static copy => copy.GetProperty("mark").GetString() == "goes");
        await rig.Post("choice", $"{{\"group\":{group},\"stay\":[{Number(goes, "copy")}]}}");
        await rig.Post("review", "{}");
        await rig.Act((await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!);
        string folder = goes.GetProperty("names")[0].GetProperty("folder").GetString()!;
        Assert.Equal(4, rig.Files().Count);
        Assert.All(rig.Files(), file => Assert.StartsWith(folder + "/", file));
        Assert.Empty(await Rows(rig));
        string run = (await rig.State()).GetProperty("lastRun").GetProperty("id").GetString()!;
        await rig.Post("undo", $"{{\"run\":\"{run}\"}}");
        Assert.Equal(before, rig.Files());
        Assert.Single(await Rows(rig));
    }

    [Fact]
    public async Task A_companion_of_another_file_is_a_part_only_if_all_its_copies_are()
    {
        await using UiRig rig = await UiRig.Open(static tree =>
        {
            AddShot(tree, "camera", "backup");
            tree.AddFile("root/other/P1.JPG", new string('j', 4000));
        });
        JsonElement[] rows = [.. await Rows(rig)];
        Assert.Equal(
            ["P1.JPG", "P1.NEF"],
            rows.Select(static row => row.GetProperty("name").GetString()).Order(StringComparer.Ordinal));
        JsonElement[] copies = await Copies(
            rig, Number(rows.Single(static row => row.GetProperty("name").GetString() == "P1.JPG"), "group"));
        Assert.Equal(
            ["", "P1.NEF", "P1.NEF"],
            copies.Select(static copy => copy.GetProperty("companionOf").GetString()).Order(StringComparer.Ordinal));
        Assert.Equal(
            ["goes", "must-stay", "must-stay"],
            copies.Select(static copy => copy.GetProperty("mark").GetString()).Order(StringComparer.Ordinal));
    }

    // Only what keeps a copy from being removed is a problem.
    [Fact]
    public async Task A_reason_is_shown_where_companions_differ_and_nowhere_else()
    {
        await using UiRig rig = await UiRig.Open(static tree =>
        {
            AddShot(tree, "camera", "backup");
            tree.AddFile("root/camera/tree.jpg", "a tree");
            tree.AddFile("root/backup/tree.jpg", "a tree");
            tree.AddFile("root/camera/tree.xmp", "five");
            tree.AddFile("root/backup/tree.xmp", "two stars");
        });
        foreach (JsonElement row in await Rows(rig))
        {
            string[] reasons = [.. (await Copies(rig, Number(row, "group")))
                .Select(static copy => copy.GetProperty("why").GetString()!).Where(static why => why.Length > 0)];
            Assert.Equal(
                row.GetProperty("name").GetString() == "tree.jpg"
                    ? ["its companion tree.xmp differs from the one beside the file that stays"] : [],
                reasons);
        }
    }

    [Fact]
    public async Task A_companion_that_moves_has_the_name_that_it_gets_and_frees_nothing()
    {
        await using UiRig rig = await UiRig.Open(
            static tree =>
            {
                tree.AddFile("root/a/lake.jpg", "a lake");
                tree.AddFile("root/b/1.jpg", "a lake");
                tree.AddFile("root/b/1.jpg.xmp", "five stars");
            },
            "--companions", "move");
        JsonElement lake = (await Copies(rig, 0)).Single(
            static copy => copy.GetProperty("companions").GetArrayLength() == 0);
        await rig.Post("choice", $"{{\"group\":0,\"stay\":[{Number(lake, "copy")}]}}");
        JsonElement going = (await Copies(rig, 0)).Single(
            static copy => copy.GetProperty("mark").GetString() == "goes");
        JsonElement companion = Assert.Single(going.GetProperty("companions").EnumerateArray());
        Assert.Equal(
            "1.jpg.xmp True lake.jpg.xmp",
            $"{companion.GetProperty("name")} {companion.GetProperty("goes")} {companion.GetProperty("target")}");
        JsonElement state = await rig.State();
        Assert.Equal(2, Number(state, "plan", "files"));
        Assert.Equal(Number(state, "found", "freedBytes"), Number(state, "plan", "freedBytes"));
    }

    [Fact]
    public async Task A_search_for_the_name_of_a_companion_finds_the_group_that_it_is_a_part_of()
    {
        await using UiRig rig = await UiRig.Open(static tree => AddShot(tree, "camera", "backup"));
        Assert.Single(await Rows(rig, "?text=p1.jpg"));
        Assert.Empty(await Rows(rig, "?text=p2.jpg"));
    }

    [Fact]
    public async Task Without_companions_each_file_is_judged_by_itself()
    {
        await using UiRig rig = await UiRig.Open(
            static tree => AddShot(tree, "camera", "backup"), "--companions", "ignore");
        JsonElement[] rows = [.. await Rows(rig)];
        Assert.Equal(4, rows.Length);
        Assert.Equal(4, Number(await rig.State(), "found", "groups"));
        foreach (JsonElement row in rows)
        {
            Assert.All(
                await Copies(rig, Number(row, "group")),
                static copy => Assert.Equal(0, copy.GetProperty("companions").GetArrayLength()));
        }
    }

    private static void AddShot(TempTree tree, params string[] folders)
    {
        foreach (string folder in folders)
        {
            tree.AddFile($"root/{folder}/P1.NEF", new string('r', 5000));
            tree.AddFile($"root/{folder}/P1.JPG", new string('j', 4000));
            tree.AddFile($"root/{folder}/P1.xmp", "for both");
            tree.AddFile($"root/{folder}/P1.NEF.xmp", "for the raw file");
        }
    }

    private static async Task<IEnumerable<JsonElement>> Rows(UiRig rig, string query = "") =>
        (await rig.Get("api/groups" + query)).Json.GetProperty("groups").EnumerateArray();

    private static async Task<JsonElement[]> Copies(UiRig rig, int group) =>
        [.. (await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()];

    private static int Number(JsonElement parent, params string[] fields) =>
        fields.Aggregate(parent, static (at, field) => at.GetProperty(field)).GetInt32();
}
