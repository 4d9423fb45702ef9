using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Web.Tests;

public sealed class FolderTests
{
    private static readonly string[] s_folders =
        ["/a", "/a/x", "/a/x/y", "/b", "/b/x", "/b/x/y", "/c/x", "/c/z", "/a/x/x", "/d"];

    [Fact]
    public void A_folder_counts_what_deleting_its_copies_frees_if_those_elsewhere_stay()
    {
        int seed = 51 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < Testing.TestRun.Count(100, 3000); round++)
        {
            (GroupStore store, string[][] folders) = Store(random);
            HashSet<int> gone = [.. Enumerable.Range(0, store.Copies).Where(_ => random.Next(5) == 0)];
            var tree = new FolderTree(store, copy => !gone.Contains(copy));
            int[] goneCounts = tree.CopiesBelow(store, gone.Contains);
            for (int node = 0; node < tree.Count; node++)
            {
                string path = tree.PathOf(node).ToString();
                bool IsBelow(string folder) => (folder + "/").StartsWith(path + "/", StringComparison.Ordinal);
                (long bytes, long ownBytes, int copies, int goneBelow) = (0, 0, 0, 0);
                for (int group = 0; group < folders.Length; group++)
                {
                    int first = store.CopiesOf(group).First;
                    int[] there = [.. store.CopiesOf(group).All().Where(copy => !gone.Contains(copy))];
                    string[] below = [.. there.Select(copy => folders[group][copy - first]).Where(IsBelow)];
                    goneBelow += store.CopiesOf(group).All()
                        .Count(copy => gone.Contains(copy) && IsBelow(folders[group][copy - first]));
                    if (there.Length < 2)
                    {
                        continue;
                    }

                    // The copies elsewhere stay, or one of those here if there are none.
                    copies += below.Length;
                    bytes += FreedBy(below.Length);
                    ownBytes += FreedBy(below.Count(folder => folder == path));

                    long FreedBy(int here) => store.SizeOf(group) * (here == there.Length ? here - 1 : here);
                }

                Assert.True(
                    (bytes, ownBytes, copies) == (tree.BytesOf(node), tree.OwnBytesOf(node), tree.CopiesOf(node)),
                    $"seed {seed}: {path}");
                Assert.Equal(goneBelow, goneCounts[node]);
            }
        }
    }

    // The oracle climbs and adds up by texts.
    [Fact]
    public void Pairs_are_those_of_a_plain_loop()
    {
        int seed = 52 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < Testing.TestRun.Count(100, 3000); round++)
        {
            (GroupStore store, string[][] folders) = Store(random);
            string[] roots = random.Next(3) switch { 0 => [], 1 => ["/a", "/b", "/c"], _ => ["/a/x", "/b"] };
            var tree = new FolderTree(store, static _ => true);
            IReadOnlyList<FolderPair> found = FolderPairs.Of(
                store, tree, [.. roots.Select(static root => new ReportName(root))], static _ => true);
            var expected = new SortedDictionary<string, (long Bytes, SortedSet<int> Groups)>(StringComparer.Ordinal);
            for (int group = 0; group < folders.Length; group++)
            {
                string[] distinct = [.. folders[group].Distinct()];
                string[] pairs =
                [
                    .. from one in distinct from other in distinct where one != other select Climb(roots, one, other),
                ];
                foreach (string pair in pairs.Distinct())
                {
                    (long bytes, SortedSet<int> groups) = expected.GetValueOrDefault(pair, (0, []));
                    groups.Add(group);
                    expected[pair] = (bytes + store.SizeOf(group), groups);
                }
            }

            Assert.Equal(
                expected.Select(static one => $"{one.Key} {one.Value.Bytes} {string.Join(',', one.Value.Groups)}"),
                found.Select(one => $"{tree.PathOf(one.First)} {tree.PathOf(one.Second)} {one.Bytes} "
                    + string.Join(',', one.Groups)).Order(StringComparer.Ordinal));
            Assert.Equal(found.OrderByDescending(static one => one.Bytes).Select(static one => one.Bytes),
                found.Select(static one => one.Bytes));
        }
    }

    // A content that is everywhere would make as many pairs as there are folders, squared.
    [Fact]
    public void A_group_in_very_many_folders_makes_no_pairs()
    {
        var store = new GroupStore();
        store.Add(Group([.. Enumerable.Range(0, 20_000).Select(static i => $"/f/{i}")], 100), static name => name);
        store.Add(Group(["/f/1", "/f/2"], 50), static name => name);
        store.Complete();
        var tree = new FolderTree(store, static _ => true);
        FolderPair pair = Assert.Single(FolderPairs.Of(store, tree, [], static _ => true));
        Assert.Equal(50, pair.Bytes);
    }

    [Fact]
    public async Task A_rule_for_a_folder_of_the_map_is_that_of_the_folder_itself()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        JsonElement map = (await rig.Get("api/folders")).Json;
        JsonElement b = map.GetProperty("here").GetProperty("inside").EnumerateArray()
            .Single(static one => one.GetProperty("path").GetString()!.EndsWith("/b", StringComparison.Ordinal));
        Assert.Null(b.GetProperty("use").GetString());
        foreach ((string use, string mark) in ((string, string)[])[("always", "must-stay"), ("clear", "goes")])
        {
            Assert.Equal(
                200,
                (await rig.Post("map-folder", $"{{\"folder\":{b.GetProperty("folder")},\"use\":\"{use}\"}}")).Status);
            Assert.Equal(use, await UseOf(rig, b));
            Assert.Equal(mark, await MarkIn(rig, "/b"));
            JsonElement rule = Assert.Single(
                (await rig.State()).GetProperty("rules").GetProperty(use).EnumerateArray());
            Assert.Equal(b.GetProperty("path").GetString(), rule.GetString());
        }

        await rig.Post("undo-choice", "{}");
        Assert.Equal("always", await UseOf(rig, b));
        await rig.Post("map-folder", $"{{\"folder\":{b.GetProperty("folder")},\"use\":null}}");
        Assert.Null(await UseOf(rig, b));
        Assert.Equal(404, (await rig.Post("map-folder", "{\"folder\":999,\"use\":\"clear\"}")).Status);
        Assert.Equal(404, (await rig.Post("map-folder", "{\"folder\":-1,\"use\":\"clear\"}")).Status);
        Assert.Equal(409, (await rig.Post("map-folder", "{\"folder\":0,\"use\":\"clear\"}")).Status);
    }

    private static async Task<string?> UseOf(UiRig rig, JsonElement folder) =>
        (await rig.Get($"api/folders?folder={folder.GetProperty("folder")}")).Json
            .GetProperty("here").GetProperty("use").GetString();

    private static async Task<string> MarkIn(UiRig rig, string folder) =>
        (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray()
            .Single(copy => copy.GetProperty("names")[0].GetProperty("folder").GetString()!
                .EndsWith(folder, StringComparison.Ordinal))
            .GetProperty("mark").GetString()!;

    [Fact]
    public async Task A_pair_is_decided_as_one_and_undone_as_one()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        await rig.Post("choice", "{\"group\":0,\"stay\":[2]}");
        string before = await Marks(rig);
        JsonElement pairs = (await rig.Get("api/pairs")).Json;
        JsonElement pair = pairs.GetProperty("pairs")[0];
        Assert.EndsWith("/a", pair.GetProperty("first").GetProperty("path").GetString());
        Assert.EndsWith("/b", pair.GetProperty("second").GetProperty("path").GetString());
        Assert.Equal(2, pair.GetProperty("groups").GetInt32());
        JsonElement counted = (await rig.Get("api/pairs/0")).Json;
        Assert.Equal(
            (2, 3), (counted.GetProperty("first").GetProperty("copies").GetInt32(), Files(counted, "first")));
        Assert.Equal(2, Files(counted, "second"));

        string survey = pairs.GetProperty("survey").ToString();
        Assert.Equal(200, (await Post("second")).Status);
        // c/one was chosen by hand and is in neither folder.
        Assert.Equal("a/one goes, b/one stays, c/one stays | a/two goes, b/two stays", await Marks(rig));
        await rig.Post("undo-choice", "{}");
        Assert.Equal(before, await Marks(rig));
        Assert.Equal(200, (await Post("first")).Status);
        Assert.Equal("a/one stays, b/one goes, c/one stays | a/two stays, b/two goes", await Marks(rig));

        // After files have gone, the numbers mean other pairs.
        await rig.Post("review", "{}");
        string plan = (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
        await rig.Act(plan);
        _ = await rig.Get("api/pairs");
        Assert.Equal(409, (await Post("second")).Status);

        Task<RawResponse> Post(string keep) =>
            rig.Post("pair", $"{{\"pair\":0,\"survey\":{survey},\"keep\":\"{keep}\"}}");
    }

    // A file goes with all its names, so one with a name outside of the folder that is cleared stays.
    [Fact]
    public async Task A_file_with_another_name_elsewhere_is_not_removed_with_a_folder()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile("root/a/kept", "same content");
            tree.AddFile("root/b/linked", "same content");
            tree.AddHardLink("root/a/other name", "root/b/linked");
            tree.AddFile("root/b/alone", "same content");
        });
        JsonElement pairs = (await rig.Get("api/pairs")).Json;
        Assert.EndsWith("/a", pairs.GetProperty("pairs")[0].GetProperty("first").GetProperty("path").GetString());
        await rig.Post("pair", $"{{\"pair\":0,\"survey\":{pairs.GetProperty("survey")},\"keep\":\"first\"}}");
        string[] goes =
        [
            .. (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray()
                .Where(static copy => copy.GetProperty("mark").GetString() == "goes")
                .SelectMany(static copy => copy.GetProperty("names").EnumerateArray())
                .Select(static name => name.GetProperty("name").GetString()!),
        ];
        Assert.Equal(["alone"], goes);
    }

    // Names need not be text: the folder goes by its number.
    [Fact]
    public async Task The_list_shows_the_groups_of_a_folder_of_any_name()
    {
        byte[] name = [.. "root/odd\\\n"u8, 0xFF];
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile(new Testing.Trees.ByteName([.. name, .. "/one"u8]), "one"u8);
            tree.AddFile("root/b/one", "one");
            tree.AddFile("root/b/two", "other");
            tree.AddFile("root/b/two 2", "other");
        });
        JsonElement inside = (await rig.Get("api/folders")).Json.GetProperty("here").GetProperty("inside");
        foreach (JsonElement folder in inside.EnumerateArray())
        {
            bool isOdd = !folder.GetProperty("path").GetString()!.EndsWith("/b");
            JsonElement rows = (await rig.Get($"api/groups?folder={folder.GetProperty("folder")}")).Json;
            Assert.Equal(isOdd ? 1 : 2, rows.GetProperty("total").GetInt32());
        }

        Assert.Equal(404, (await rig.Get("api/groups?folder=100000")).Status);
    }

    [Fact]
    public async Task Either_of_two_nested_folders_can_be_kept()
    {
        await using UiRig rig = await UiRig.Open(tree =>
        {
            tree.AddFile("root/one", "same content");
            tree.AddFile("root/in/one", "same content");
        });
        foreach ((string keep, string stays) in ((string, string)[])[("first", "root"), ("second", "in")])
        {
            string survey = (await rig.Get("api/pairs")).Json.GetProperty("survey").ToString();
            await rig.Post("pair", $"{{\"pair\":0,\"survey\":{survey},\"keep\":\"{keep}\"}}");
            JsonElement[] list = [.. (await rig.Get("api/groups/0")).Json.GetProperty("list").EnumerateArray()];
            JsonElement kept = list.Single(static copy => copy.GetProperty("mark").GetString() == "stays");
            Assert.EndsWith("/" + stays, kept.GetProperty("names")[0].GetProperty("folder").GetString());
            Assert.Equal("goes", list.Single(copy => !copy.Equals(kept)).GetProperty("mark").GetString());
        }
    }

    [Fact]
    public async Task The_map_starts_at_the_root_and_leads_to_the_folders_below()
    {
        await using UiRig rig = await UiRig.Open(Tree);
        JsonElement map = (await rig.Get("api/folders")).Json;
        Assert.EndsWith("root", map.GetProperty("here").GetProperty("path").GetString());
        Assert.Equal(5, map.GetProperty("here").GetProperty("copies").GetInt32());
        Assert.Equal(0, map.GetProperty("above").GetArrayLength());
        JsonElement inner = map.GetProperty("here").GetProperty("inside")[0];
        JsonElement down = (await rig.Get($"api/folders?folder={inner.GetProperty("folder")}")).Json;
        Assert.Equal(inner.GetProperty("bytes").GetInt64(), down.GetProperty("here").GetProperty("bytes").GetInt64());
        Assert.Equal(1, down.GetProperty("above").GetArrayLength());
        Assert.Equal(404, (await rig.Get("api/folders?folder=100000")).Status);
    }

    private static void Tree(Testing.Trees.TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "c"])
        {
            tree.AddFile($"root/{folder}/one", new string('1', 300));
        }

        tree.AddFile("root/a/two", new string('2', 200));
        tree.AddFile("root/b/two", new string('2', 200));
        tree.AddFile("root/a/alone", "only here");
    }

    private static int Files(JsonElement pair, string side) =>
        pair.GetProperty(side).GetProperty("files").GetInt32();

    private static async Task<string> Marks(UiRig rig)
    {
        var groups = new List<string>();
        for (int group = 0; group < 2; group++)
        {
            groups.Add(string.Join(", ", (await rig.Get($"api/groups/{group}")).Json.GetProperty("list")
                .EnumerateArray().Select(static copy =>
                {
                    JsonElement name = copy.GetProperty("names")[0];
                    string folder = Path.GetFileName(name.GetProperty("folder").GetString()!);
                    return $"{folder}/{name.GetProperty("name")} {copy.GetProperty("mark")}";
                })));
        }

        return string.Join(" | ", groups);
    }

    private static (GroupStore Store, string[][] Folders) Store(Random random)
    {
        var store = new GroupStore();
        string[][] folders =
        [
            .. Enumerable.Range(0, random.Next(1, 12)).Select(_ => Enumerable.Range(0, random.Next(2, 6))
                .Select(_ => s_folders[random.Next(s_folders.Length)]).ToArray()),
        ];
        foreach (string[] group in folders)
        {
            store.Add(Group(group, random.Next(1, 1000)), static name => name);
        }

        store.Complete();
        return (store, folders);
    }

    private static ReportGroup Group(string[] folders, long size) => new()
    {
        Size = size,
        Proof = Proof.Bytes,
        RedundantBytes = size * (folders.Length - 1),
        Copies =
        [
            .. folders.Select(static (folder, i) => new ReportCopy
            {
                Names = [new ReportName($"{folder}/{i}")],
                Roots = [0],
            }),
        ],
    };

    private static string Climb(string[] roots, string one, string other)
    {
        while (roots.Length > 0 && !roots.Contains(one) && !roots.Contains(other)
            && Path.GetFileName(one) == Path.GetFileName(other))
        {
            string above = Path.GetDirectoryName(one)!;
            string otherAbove = Path.GetDirectoryName(other)!;
            if (above == "/" || otherAbove == "/"
                || (above + "/").StartsWith(otherAbove + "/", StringComparison.Ordinal)
                || (otherAbove + "/").StartsWith(above + "/", StringComparison.Ordinal))
            {
                break;
            }

            (one, other) = (above, otherAbove);
        }

        return string.CompareOrdinal(one, other) < 0 ? $"{one} {other}" : $"{other} {one}";
    }
}
