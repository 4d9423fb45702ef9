using System.Text.Json;

namespace Doppel.Web.Tests;

public sealed class LifeTests
{
    [Fact]
    public async Task After_trash_and_undo_the_tree_is_as_before()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        await rig.Post("choice", "{\"group\":0,\"stay\":[1]}");
        string plan = await Review(rig);
        Assert.Equal(before, rig.Files());
        Assert.Equal(200, (await rig.Act(plan)).Status);
        JsonElement after = await rig.State();
        Assert.Equal(before.Count - 5, rig.Files().Count);
        Assert.Equal(5, after.GetProperty("found").GetProperty("gone").GetInt32());
        string run = after.GetProperty("lastRun").GetProperty("id").GetString()!;
        Assert.Equal(200, (await rig.Post("undo", $"{{\"run\":\"{run}\"}}")).Status);
        Assert.Equal(before, rig.Files());
        Assert.Equal(0, (await rig.State()).GetProperty("found").GetProperty("gone").GetInt32());
    }

    // The page of one tab shows a plan; in the other, something is chosen.
    [Fact]
    public async Task A_plan_that_another_tab_has_outdated_is_not_carried_out()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        IReadOnlyList<string> before = rig.Files();
        string plan = await Review(rig);
        await rig.Post("choice", "{\"group\":1,\"stay\":[3,4,5]}");
        Assert.Equal(409, (await rig.Act(plan)).Status);
        await Review(rig);
        Assert.Equal(409, (await rig.Act(plan)).Status);
        Assert.Equal(before, rig.Files());
    }

    [Fact]
    public async Task A_plan_is_carried_out_once()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        string plan = await Review(rig);
        Assert.Equal(200, (await rig.Act(plan)).Status);
        Assert.Equal(409, (await rig.Act(plan)).Status);
    }

    [Fact]
    public async Task A_group_never_loses_all_copies()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        Assert.Equal(400, (await rig.Post("choice", "{\"group\":0,\"stay\":[]}")).Status);
        Assert.Equal(400, (await rig.Post("choice", "{\"group\":0,\"stay\":[7]}")).Status);
        for (int folder = 0; folder < 3; folder++)
        {
            await rig.Post("folder", $"{{\"folder\":{folder},\"up\":0,\"use\":\"clear\"}}");
        }

        string plan = await Review(rig);
        await rig.Act(plan);
        Assert.Equal(3, rig.Files().Select(static line => line.Split(' ')[^1]).Distinct().Count());
    }

    // Random choices, rules and steps back: every step back gives the plan that was there before.
    [Fact]
    public async Task Every_choice_can_be_undone_and_done_again()
    {
        int seed = 7 + Testing.TestRun.SeedOffset;
        var random = new Random(seed);
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        var states = new List<string> { await Plan(rig) };
        string[] rules = ["oldest", "newest", "shallowest"];
        for (int i = 0; i < 25; i++)
        {
            RawResponse done = random.Next(4) switch
            {
                0 => await rig.Post("prefer", $"{{\"rules\":[\"{rules[random.Next(3)]}\"]}}"),
                1 => await rig.Post("folder", $"{{\"folder\":{random.Next(3)},\"up\":0,\"use\":\"always\"}}"),
                _ => await rig.Post("choice", Choice(random)),
            };
            Assert.True(done.Status == 200, $"seed {seed}, step {i}: {done.Text}");
            states.Add(await Plan(rig));
        }

        for (int i = states.Count - 2; i >= 0; i--)
        {
            await rig.Post("undo-choice", "{}");
            Assert.Equal(states[i], await Plan(rig));
        }

        foreach (string state in states.Skip(1))
        {
            await rig.Post("redo-choice", "{}");
            Assert.Equal(state, await Plan(rig));
        }
    }

    // What is chosen by hand stays, and nothing else, unless a rule protects it.
    [Fact]
    public async Task Exactly_the_copies_that_were_chosen_stay()
    {
        await using UiRig rig = await UiRig.Open(UiRig.SmallTree);
        for (int mask = 1; mask < 8; mask++)
        {
            int[] stay = [.. Enumerable.Range(0, 3).Where(copy => (mask >> copy & 1) != 0)];
            await rig.Post("choice", $"{{\"group\":0,\"stay\":[{string.Join(',', stay)}]}}");
            Assert.Equal(
                Enumerable.Range(0, 3).Select(copy => stay.Contains(copy) ? "stays" : "goes"), await Marks(rig, 0));
        }
    }

    private static string Choice(Random random)
    {
        (int group, int first, int count) = random.Next(3) switch
        {
            0 => (0, 0, 3),
            1 => (1, 3, 3),
            _ => (2, 6, 2),
        };
        return $"{{\"group\":{group},\"stay\":[{first + random.Next(count)}]}}";
    }

    private static async Task<string> Review(UiRig rig)
    {
        await rig.Post("review", "{}");
        return (await rig.State()).GetProperty("proposal").GetProperty("id").GetString()!;
    }

    private static async Task<string> Plan(UiRig rig)
    {
        var marks = new List<string>();
        for (int group = 0; group < 3; group++)
        {
            marks.AddRange(await Marks(rig, group));
        }

        JsonElement state = await rig.State();
        return $"{state.GetProperty("plan")} {state.GetProperty("rules")} {string.Join(' ', marks)}";
    }

    private static async Task<IReadOnlyList<string>> Marks(UiRig rig, int group) =>
    [
        .. (await rig.Get($"api/groups/{group}")).Json.GetProperty("list").EnumerateArray()
            .Select(static copy => copy.GetProperty("mark").GetString()!),
    ];
}
