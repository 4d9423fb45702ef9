using System.Text.Json;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Web.Tests;

/// <summary>Everywhere on the page, a size is what deleting frees: blocks on the disk, not bytes of content.</summary>
public sealed class FreedBytesTests
{
    private const int Groups = 30;

    public static TheoryData<int> Seeds { get; } = [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(3, 60))];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task The_header_the_list_the_map_and_the_plan_show_one_number(int seed)
    {
        await using UiRig rig = await UiRig.Open(tree => Fill(tree, new Random(seed)));
        JsonElement state = await rig.State();
        JsonElement[] rows = [.. (await rig.Get("api/groups")).Json.GetProperty("groups").EnumerateArray()];
        long freed = rows.Sum(static row => BytesOf(row, "freedBytes"));
        Assert.Equal(Groups, rows.Length);
        Assert.Equal(freed, BytesOf(state.GetProperty("found"), "freedBytes"));
        Assert.Equal(freed, BytesOf(state.GetProperty("plan"), "freedBytes"));
        Assert.All(rows, static row =>
            Assert.True(BytesOf(row, "freedBytes") >= BytesOf(row, "redundantBytes"), row.ToString()));
        Assert.Equal(
            rows.Select(static row => BytesOf(row, "freedBytes")).OrderDescending(),
            rows.Select(static row => BytesOf(row, "freedBytes")));

        // The share of a copy is rounded down.
        JsonElement here = (await rig.Get("api/folders")).Json.GetProperty("here");
        Assert.InRange(BytesOf(here, "bytes"), freed - (5 * Groups), freed);
    }

    private static long BytesOf(JsonElement view, string name) => view.GetProperty(name).GetInt64();

    // No file is a multiple of the block, so content and blocks differ. Some copies have two names.
    private static void Fill(TempTree tree, Random random)
    {
        for (int group = 0; group < Groups; group++)
        {
            byte[] content = new byte[(random.Next(60) * 4096) + random.Next(100, 4000)];
            random.NextBytes(content);
            int copies = random.Next(2, 6);
            for (int copy = 0; copy < copies; copy++)
            {
                string name = $"root/{random.Next(4)}/{group}-{copy}";
                tree.AddFile(name, content);
                if (random.Next(4) == 0)
                {
                    tree.AddHardLink(name + "-too", name);
                }
            }
        }
    }
}
