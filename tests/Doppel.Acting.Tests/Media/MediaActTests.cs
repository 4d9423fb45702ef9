using System.Buffers.Binary;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What comes of files that hold one sound under other tags, and that undo brings back each of them.</summary>
public sealed class MediaActTests
{
    public static TheoryData<ActionKind> Actions =>
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    public static TheoryData<ActionKind> ForGood =>
        [ActionKind.Delete, ActionKind.HardLink, ActionKind.SymbolicLink];

    [Theory]
    [MemberData(nameof(Actions))]
    public void Every_action_is_done_and_undone_byte_for_byte(ActionKind action)
    {
        using ActingTree tree = ActingTree.Media();
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal(("", ActStatus.Done), (result.Reason, result.Status)));
        Assert.Equal(4, tree.Results.Count);
        tree.AssertNothingLost();
        Assert.True(tree.Undo());
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Fact]
    public void No_recipes_are_kept_for_trashed_files()
    {
        using ActingTree tree = ActingTree.Media();
        tree.Act(ActionKind.Trash);
        Assert.Empty(tree.Recipes());
        tree.Files.Rename("moved/Trash", "gone");
        Assert.False(tree.Undo());
        Assert.Contains(
            tree.Results,
            static result => result.Reason.Contains("its tags are not in the journal", StringComparison.Ordinal));
        Assert.False(File.Exists($"{tree.Files.Folder}/a/drop.wav"));
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void Another_sound_is_left_alone(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddMedia((["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(2, "a")));
        tree.Remember();
        tree.Act(action);
        Assert.Contains("audio or image data differs", Assert.Single(tree.Results).Reason);
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void Files_that_are_damaged_or_not_media_are_left_alone_with_the_reason(ActionKind action)
    {
        byte[] sound = Sounds.Wave(1, "a");
        foreach (byte[] other in (byte[][])["apple"u8.ToArray(), sound[..200], []])
        {
            using var tree = new ActingTree();
            tree.AddMedia((["keep.wav"], sound), (["drop.wav"], other));
            tree.AddMedia((["keep 2.wav"], other), (["drop 2.wav"], sound));
            tree.Remember();
            tree.Act(action);
            Assert.Equal(2, tree.Results.Count);
            Assert.StartsWith(
                "its audio or image data cannot be separated", tree.Results[0].Reason, StringComparison.Ordinal);
            Assert.StartsWith("the keeper's audio or", tree.Results[1].Reason, StringComparison.Ordinal);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    [Fact]
    public void Media_never_share_blocks()
    {
        using ActingTree tree = ActingTree.Media();
        tree.Act(ActionKind.Reflink, plan: [tree.Plan()[0]]);
        Assert.All(tree.Results, static result => Assert.Equal(
            (ActStatus.Skipped, "only identical files can share blocks, and its tags differ from the keeper's"),
            (result.Status, result.Reason)));
    }

    [Theory]
    [MemberData(nameof(ForGood))]
    public void Files_with_more_tags_than_the_journal_keeps_can_only_be_trashed(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddMedia(
            (["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(1, new string('x', 5000))),
            (["small.wav"], Sounds.Wave(1, "b")));
        tree.Remember();
        tree.Act(action, change: static options => options with { RecipeBytesMax = 4096 });
        Assert.Equal([ActStatus.Skipped, ActStatus.Done], tree.Results.Select(static result => result.Status));
        Assert.Contains("more than 4,096 (use doppel trash)", tree.Results[0].Reason);
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
        tree.Act(ActionKind.Trash, change: static options => options with { RecipeBytesMax = 4096 });
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
    }

    [Fact]
    public void Tags_are_kept_for_this_user_alone_until_the_journal_is_pruned()
    {
        using ActingTree tree = ActingTree.Media();
        tree.Act(ActionKind.Delete);
        string recipes = Assert.Single(tree.Recipes());
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(recipes));
        Assert.Contains("another title", Encoding.Latin1.GetString(File.ReadAllBytes(recipes)));
        Assert.DoesNotContain(
            Encoding.Latin1.GetString(Sounds.Wave(1)[44..]), Encoding.Latin1.GetString(File.ReadAllBytes(recipes)));
        using JournalFolder journals = tree.Journals();
        journals.Prune(Assert.Single(journals.Ids));
        Assert.Empty(tree.Recipes());
        Assert.Empty(journals.Ids);
    }

    [Fact]
    public void Plain_copies_of_a_keeper_that_also_had_media_copies_are_restored_as_they_were()
    {
        using var tree = new ActingTree();
        byte[] keeper = Sounds.Wave(1, "a");
        tree.AddMedia((["keep.wav"], keeper), (["drop.wav"], Sounds.Wave(1, "b")));
        tree.AddKnown(["keep.wav"], ["copy.wav"]);
        File.WriteAllBytes($"{tree.Files.Folder}/copy.wav", keeper);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    // The keeper gets other tags after the run, as any program may give it: its sound is still there.
    [Theory]
    [MemberData(nameof(ForGood))]
    public void A_keeper_that_was_tagged_anew_still_gives_back_what_was_removed(ActionKind action)
    {
        using ActingTree tree = ActingTree.Media();
        byte[] lost = File.ReadAllBytes($"{tree.Files.Folder}/a/drop.wav");
        FileFacts before = tree.FactsOf("a/drop.wav");
        tree.Act(action, plan: [tree.Plan()[0]]);
        string path = $"{tree.Files.Folder}/a/keep.wav";
        File.WriteAllBytes(path + "2", Sounds.Wave(1, "tagged since then", "and longer"));
        File.Move(path + "2", path, overwrite: true);
        Assert.True(tree.Undo());
        Assert.Equal(lost, File.ReadAllBytes($"{tree.Files.Folder}/a/drop.wav"));
        Assert.Equal(before.Modified, tree.FactsOf("a/drop.wav").Modified);
    }

    [Fact]
    public void Without_its_keeper_a_file_is_made_from_another_one_of_the_group()
    {
        using var tree = new ActingTree();
        tree.AddMedia(
            (["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(1, "b")),
            (["stays.wav"], Sounds.Wave(1, "c")));
        byte[] lost = File.ReadAllBytes($"{tree.Files.Folder}/drop.wav");
        PlanGroup group = tree.Plan()[0];
        tree.Act(
            ActionKind.Delete,
            plan: [group with { Keep = [group.Keep[0], group.Drop[1]], Drop = [group.Drop[0]] }]);
        tree.Files.Remove("keep.wav");
        Assert.True(tree.Undo());
        Assert.Equal(lost, File.ReadAllBytes($"{tree.Files.Folder}/drop.wav"));
    }

    [Fact]
    public void A_file_is_made_from_where_later_runs_have_put_its_keeper()
    {
        using var tree = new ActingTree();
        tree.AddMedia((["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(1, "b")));
        tree.AddMedia((["last.wav"], Sounds.Wave(1, "c")));
        byte[] lost = File.ReadAllBytes($"{tree.Files.Folder}/drop.wav");
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        tree.Act(ActionKind.Delete, plan: [plan[0]]);
        tree.Act(ActionKind.Delete, plan: [plan[1] with { Drop = plan[0].Keep }]);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        Assert.False(File.Exists($"{tree.Files.Folder}/keep.wav"));
        Assert.True(tree.Undo());
        Assert.Equal(lost, File.ReadAllBytes($"{tree.Files.Folder}/drop.wav"));
    }

    [Fact]
    public void Undo_reports_which_names_it_tried_if_the_sound_is_gone()
    {
        using ActingTree tree = ActingTree.Media();
        tree.Act(ActionKind.Delete, plan: [tree.Plan()[0]]);
        File.WriteAllBytes($"{tree.Files.Folder}/a/keep.wav", Sounds.Wave(2, "a title"));
        Assert.False(tree.Undo());
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Failed, result.Status));
        Assert.Contains("a/keep.wav (it has different audio or image data)", tree.Results[0].Reason);
        Assert.False(File.Exists($"{tree.Files.Folder}/a/drop.wav"));
    }

    [Fact]
    public void Holes_of_a_sound_stay_holes()
    {
        using var tree = new ActingTree();
        const int Silence = 2_000_000;
        byte[] loud = Sounds.Wave(1);
        byte[] head = loud[..44];
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(4), 36 + Silence);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(40), Silence);
        byte[] tag = [.. "LIST"u8, 16, 0, 0, 0, .. "INFOINAM"u8, 4, 0, 0, 0, .. "abc\0"u8];
        byte[] tagged = [.. head, .. new byte[Silence], .. tag];
        BinaryPrimitives.WriteInt32LittleEndian(tagged.AsSpan(4), tagged.Length - 8);
        tree.AddMedia((["keep.wav"], tagged), (["drop.wav"], head));
        using (FileStream file = File.OpenWrite($"{tree.Files.Folder}/drop.wav"))
        {
            file.SetLength(44 + Silence);
        }

        tree.Remember();
        Assert.True(tree.FactsOf("drop.wav").Allocated < 500_000);
        tree.Act(ActionKind.Delete);
        Assert.Equal(("", ActStatus.Done), (tree.Results[0].Reason, tree.Results[0].Status));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
        Assert.True(tree.FactsOf("drop.wav").Allocated < 500_000);
    }

    // Every cut of the file and every byte of it: either the very file comes back, or none.
    [Fact]
    public void Recipes_that_were_cut_off_or_damaged_never_make_another_file()
    {
        using var tree = new ActingTree();
        tree.AddMedia((["keep.wav"], Sounds.Wave(1, "a")), (["drop.wav"], Sounds.Wave(1, "b")));
        byte[] lost = File.ReadAllBytes($"{tree.Files.Folder}/drop.wav");
        tree.Act(ActionKind.Delete);
        string path = Assert.Single(tree.Recipes());
        byte[] recipes = File.ReadAllBytes(path);
        for (int at = 0; at < recipes.Length; at++)
        {
            byte[] damaged = (byte[])recipes.Clone();
            damaged[at] ^= (byte)(1 << (at % 8));
            foreach (byte[] bytes in (byte[][])[recipes[..at], damaged])
            {
                File.WriteAllBytes(path, bytes);
                bool isBack = tree.Undo();
                string back = $"{tree.Files.Folder}/drop.wav";
                Assert.Equal(isBack, File.Exists(back));
                if (isBack)
                {
                    Assert.Equal(lost, File.ReadAllBytes(back));
                    File.Delete(back);
                }

                tree.ForgetRuns(but: 1);
            }
        }

        File.WriteAllBytes(path, recipes);
        Assert.True(tree.Undo());
        Assert.Equal(lost, File.ReadAllBytes($"{tree.Files.Folder}/drop.wav"));
    }

    [Fact]
    public void A_batch_of_many_sounds_is_done_and_undone()
    {
        using var tree = new ActingTree();
        for (int i = 0; i < 40; i++)
        {
            tree.AddMedia(
                ([$"k{i}"], Sounds.Wave(i, "a")), ([$"d{i}"], Sounds.Wave(i, "b", $"{i}")),
                ([$"e{i}", $"f{i}"], Sounds.Wave(i, $"{i}")));
        }

        tree.Remember();
        foreach (int batch in (int[])[1, 7, 1024])
        {
            tree.Act(ActionKind.Delete, change: options => options with { BatchNames = batch });
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
            tree.ForgetRuns();
        }
    }
}
