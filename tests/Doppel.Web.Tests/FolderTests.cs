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
}
