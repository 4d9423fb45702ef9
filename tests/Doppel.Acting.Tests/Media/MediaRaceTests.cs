namespace Doppel.Acting.Tests;

/// <summary>What taggers do between two steps of ours: nothing that they wrote is lost.</summary>
public sealed class MediaRaceTests
{
    public static TheoryData<ActionKind, string> Moments { get; } = new(
        from action in Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)
        from call in (string[])["sync", "write", "link", "symlink", "exchange", "move", "lease?", "remove"]
        select (action, call));

    // As exiftool and id3v2 do: a new file takes the place of the old one.
    [Theory]
    [MemberData(nameof(Moments))]
    public void A_duplicate_that_is_tagged_anew_keeps_its_new_tags(ActionKind action, string moment) =>
        Disturb(action, moment, static tree =>
        {
            File.WriteAllBytes($"{tree.Files.Folder}/new", Sounds.Wave(1, "brand new"));
            tree.Files.Rename("new", "drop.wav");
        }, static tree => Assert.Contains(
            Directory.EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories),
            static path => File.ReadAllBytes(path).AsSpan().SequenceEqual(Sounds.Wave(1, "brand new"))));

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_keeper_that_is_tagged_anew_takes_no_sound_with_it(ActionKind action, string moment) =>
        Disturb(action, moment, static tree =>
        {
            File.WriteAllBytes($"{tree.Files.Folder}/new", Sounds.Wave(1, "brand new"));
            tree.Files.Rename("new", "keep.wav");
        }, static tree => tree.AssertNothingLost());

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_keeper_that_is_removed_takes_no_sound_with_it(ActionKind action, string moment) =>
        Disturb(
            action, moment,
            static tree =>
            {
                // Once the other one is gone it is the last of the sound, which nobody keeps from being removed.
                if (Directory.EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories).Count(IsSound) > 1)
                {
                    tree.Files.Remove("keep.wav");
                }
            },
            static tree => tree.AssertNothingLost());

    // In place and with the old time: only its bytes tell, and it is the recipe that asks them.
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Tags_that_change_after_the_recipe_was_saved_are_noticed_before_anything_is_removed(ActionKind action)
    {
        using ActingTree tree = Pair();
        string path = $"{tree.Files.Folder}/drop.wav";
        byte[] changed = Sounds.Wave(1, "C");
        int syncs = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) =>
            {
                // The head of the journal, the plan, the journal's line about it, its intents, the recipes.
                if (call == "sync" && ++syncs == 5)
                {
                    DateTime time = File.GetLastWriteTimeUtc(path);
                    File.WriteAllBytes(path, changed);
                    File.SetLastWriteTimeUtc(path, time);
                }
            },
        };
        tree.Act(action, volume);
        Assert.Equal(
            (ActStatus.Skipped, "it changed after its tags were saved"),
            (tree.Results[0].Status, tree.Results[0].Reason));
        Assert.Equal(changed, File.ReadAllBytes(path));
    }

    private static bool IsSound(string path) => new FileInfo(path) is { LinkTarget: null, Length: > 300 };

    private static ActingTree Pair()
    {
        var tree = new ActingTree();
        tree.AddMedia((["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(1, "b")));
        tree.Remember();
        return tree;
    }

    private static void Disturb(
        ActionKind action, string moment, Action<ActingTree> disturb, Action<ActingTree> check)
    {
        bool isOver = false;
        for (int at = 1; !isOver; at++)
        {
            using ActingTree tree = Pair();
            int seen = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (_, call) =>
                {
                    if (call == moment && ++seen == at)
                    {
                        disturb(tree);
                    }

                    return null;
                },
            };
            tree.Act(action, volume);
            isOver = seen < at;
            if (!isOver)
            {
                check(tree);
            }
        }
    }
}
