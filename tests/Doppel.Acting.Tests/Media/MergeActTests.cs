using System.Text;
using Doppel.Media;

namespace Doppel.Acting.Tests;

/// <summary>
/// Tags that would be lost are written into the keeper first. Wherever a run, or its undo, ends or is refused, the
/// keeper is whole, and undo restores it byte by byte.
/// </summary>
public sealed class MergeActTests
{
    private const string Old = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- mine -->\r\n<rdf:RDF "
        + "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "
        + "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='2'>"
        + "<dc:subject><rdf:Bag><rdf:li>old</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>";

    private static readonly string[] s_union =
        ["keywords=a & b", "keywords=sea", "keywords=sun", "rating=4", "title=T"];

    private static readonly ActionKind[] s_actions =
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    public static TheoryData<ActionKind, string?> Actions { get; } = new(
        from action in s_actions from old in (string?[])[null, Old] select (action, old));

    public static TheoryData<ActionKind, string?, bool> Ends { get; } = new(
        from action in TestRun.IsFull ? s_actions : [ActionKind.Delete, ActionKind.HardLink, ActionKind.Trash]
        from old in (string?[])[null, Old]
        from after in (bool[])[false, true]
        select (action, old, after));

    [Theory]
    [MemberData(nameof(Actions))]
    public void The_keeper_gets_the_tags_and_its_times_stay(ActionKind action, string? old)
    {
        using ActingTree tree = ActingTree.Merging(old);
        string path = PathOf(tree);
        DateTime time = File.GetLastWriteTimeUtc(path);
        uint mode = tree.FactsOf("a/keep.png").Mode;
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal((time, mode), (File.GetLastWriteTimeUtc(path), tree.FactsOf("a/keep.png").Mode));
        Assert.Equal(Union(old), Tags(tree), Same);
        Assert.Equal(Sounds.PayloadOf(PngFile.Make(1)), Sounds.PayloadOf(File.ReadAllBytes(path)));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.Trash)]
    public void A_keeper_without_a_cover_gets_that_of_a_copy_byte_for_byte(ActionKind action)
    {
        using ActingTree tree = ActingTree.Covered();
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        byte[] keeper = File.ReadAllBytes($"{tree.Files.Folder}/a/keep.flac");
        Assert.Equal(PngFile.Make(1), Assert.Single(Sounds.PicturesOf(keeper)));
        Assert.Equal("T", Assert.Single(Sounds.TagsOf(keeper, TagNames.Title)).Value);
        Assert.Equal(Sounds.PayloadOf(Sounds.Flac(1, "")), Sounds.PayloadOf(keeper));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Trash, false)]
    public void The_process_may_end_while_a_cover_is_added_and_while_it_is_removed(ActionKind action, bool after)
    {
        var trial = new CrashTrial<ActingTree>(() => ActingTree.Covered(), (tree, volume) => tree.Act(action, volume));
        trial.End(after);
        (trial with
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Step = static (tree, volume) => tree.Undo(volume),
        }).End(after);
    }

    /// <summary>The copies come back from the trash, which needs no space.</summary>
    [Fact]
    public void Undo_needs_space_for_the_largest_keeper_that_it_rebuilds()
    {
        using ActingTree tree = ActingTree.Covered(keepers: 3);
        tree.Act(ActionKind.Trash);
        tree.Remember();
        long needed = Sounds.Flac(1, "TTT").Length;
        var volume = new HookedVolume(ActingTree.Volume) { Free = needed - 1 };
        JournalException refused = Assert.Throws<JournalException>(() => tree.Undo(volume));
        Assert.Contains("1 bytes more are needed on /", refused.Message, StringComparison.Ordinal);
        tree.AssertAsBefore();
        volume.Free = needed;
        Assert.True(tree.Undo(volume));
        Assert.Equal(Sounds.Flac(1, "T"), File.ReadAllBytes($"{tree.Files.Folder}/a/keep.flac"));
    }

    [Fact]
    public void A_keeper_that_an_interrupted_undo_was_rebuilding_needs_no_space_again()
    {
        using ActingTree tree = ActingTree.Covered();
        tree.Act(ActionKind.Trash);
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = static (_, call) => _ = call == "restore" ? throw new CrashException() : 0,
        };
        Assert.Throws<CrashException>(() => tree.Undo(volume));
        Assert.Single(Directory.GetFiles($"{tree.Files.Folder}/a", ".doppel-*"));
        Assert.True(tree.Undo(new HookedVolume(ActingTree.Volume) { Free = 0 }));
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_copy_whose_cover_has_changed_stays_with_it()
    {
        using ActingTree tree = ActingTree.Covered();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        string path = $"{tree.Files.Folder}/a/drop.flac";
        byte[] other = Sounds.Flac(1, "", PngFile.Make(3));
        DateTime time = File.GetLastWriteTimeUtc(path);
        File.WriteAllBytes(path, other);
        File.SetLastWriteTimeUtc(path, time);
        tree.Act(ActionKind.Delete, plan: plan);
        Assert.Equal(other, File.ReadAllBytes(path));
        Assert.Equal(Sounds.Flac(1, "T"), File.ReadAllBytes($"{tree.Files.Folder}/a/keep.flac"));
    }

    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.Trash)]
    public void A_keeper_gets_the_tags_of_more_copies_than_one_batch_has(ActionKind action)
    {
        using ActingTree tree = ActingTree.Merging(Old, more: 20);
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(
            [.. Union(Old), .. Enumerable.Range(0, 20).Select(static i => $"keywords={i}")], Tags(tree), Same);
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with { Check = IsWhole }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with { CanExchange = false, Then = static (tree, volume) => tree.UndoIfBegun(volume) })
            .End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, string? old, bool after) =>
        (Acting(action, old) with
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Step = static (tree, volume) => tree.Undo(volume),
            Check = IsWhole,
        }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, string? old, bool once) =>
        (Acting(action, old) with { Check = IsWhole }).Refuse(once, Refusals.Of);

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_is_resumed_has_added_the_tags_of_all_that_is_gone(ActionKind action, string? old, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(3, 1))
        {
            using ActingTree tree = ActingTree.Merging(old);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after);
            if (Tags(tree).Contains("title=T"))
            {
                Assert.NotEqual(RunState.NotBegun, tree.State());
            }

            tree.Resume(action, plan);
            tree.AssertNothingLost();
            Assert.Equal(Union(old), Tags(tree), Same);
            Assert.False(action == ActionKind.Delete && File.Exists($"{tree.Files.Folder}/a/drop.png"), $"call {at}");
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [InlineData("links", "the keeper has several hard links")]
    [InlineData("read-only", "the keeper is read-only")]
    [InlineData("changed", "the keeper no longer exists, or has changed")]
    public void Copies_stay_if_the_keeper_must_not_be_written(string obstacle, string why)
    {
        using ActingTree tree = ActingTree.Merging(Old);
        string path = PathOf(tree);
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        switch (obstacle)
        {
            case "links":
                tree.Files.AddHardLink("c/other.png", "a/keep.png");
                break;
            case "read-only":
                File.SetAttributes(path, FileAttributes.ReadOnly);
                break;
            default:
                File.WriteAllBytes(path, PngFile.Make(1, "<other/>"u8));
                break;
        }

        tree.Remember();
        tree.Act(ActionKind.Trash, plan: plan);
        string[] staying = ["a/drop.png", "b/n1.png", "b/n2.png"];
        Assert.All(staying, name => Assert.True(File.Exists($"{tree.Files.Folder}/{name}")));
        Assert.All(
            tree.Results.Where(static result => $"{result.Name}".EndsWith(".png", StringComparison.Ordinal)),
            result => Assert.Contains(why, result.Reason, StringComparison.Ordinal));
        tree.Undo();
        tree.AssertAsBefore();
    }

    [Fact]
    public void The_tags_of_a_copy_with_another_picture_are_not_added()
    {
        using ActingTree tree = ActingTree.Merging(Old);
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        string path = $"{tree.Files.Folder}/a/drop.png";
        DateTime time = File.GetLastWriteTimeUtc(path);
        using (FileStream file = File.OpenWrite(path))
        {
            file.Write(PngFile.Make(2, "<x/>"u8));
        }

        File.SetLastWriteTimeUtc(path, time);
        tree.Act(ActionKind.Delete, plan: plan);
        Assert.True(File.Exists(path));
        Assert.False(File.Exists($"{tree.Files.Folder}/b/n1.png"));
        Assert.Equal(["keywords=old", "keywords=sun", "rating=2", "title=T"], Tags(tree), Same);
    }

    [Fact]
    public void A_keeper_that_somebody_has_changed_since_is_not_touched_by_an_undo()
    {
        foreach (string? old in (string?[])[null, Old])
        {
            using ActingTree tree = ActingTree.Merging(old);
            tree.Act(ActionKind.Trash);
            File.AppendAllText(PathOf(tree), " ");
            byte[] mine = File.ReadAllBytes(PathOf(tree));
            tree.Undo();
            Assert.Equal(mine, File.ReadAllBytes(PathOf(tree)));
            Assert.Equal(
                "it is no longer as the run left it",
                tree.Results.First(
                    static result => $"{result.Name}".EndsWith("keep.png", StringComparison.Ordinal)).Reason);
            Assert.True(File.Exists($"{tree.Files.Folder}/a/drop.png"));
        }
    }

    public static TheoryData<string, string?> Moments { get; } = new(
        from call in (string[])["sync", "write", "exchange", "move", "lease?", "remove"]
        from old in (string?[])[null, Old]
        select (call, old));

    // As programs do that save a new file and rename it.
    [Theory]
    [MemberData(nameof(Moments))]
    public void A_keeper_that_another_program_saves_at_any_moment_is_kept(string moment, string? old)
    {
        bool isOver = false;
        for (int at = 1; !isOver; at++)
        {
            using ActingTree tree = ActingTree.Merging(old);
            byte[] saved = PngFile.Make(
                1, Encoding.UTF8.GetBytes(Old.Replace("old", "saved meanwhile", StringComparison.Ordinal)));
            int seen = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (_, call) =>
                {
                    if (call == moment && ++seen == at)
                    {
                        File.WriteAllBytes($"{tree.Files.Folder}/new", saved);
                        File.Move($"{tree.Files.Folder}/new", PathOf(tree), overwrite: true);
                    }

                    return null;
                },
            };
            tree.Act(ActionKind.Trash, volume);
            isOver = seen < at;
            Assert.True(isOver || Tags(tree).Contains("keywords=saved meanwhile"), $"{moment} {at}");
            tree.AssertNothingLost();
        }
    }

    private static CrashTrial<ActingTree> Acting(ActionKind action, string? old) =>
        new(() => ActingTree.Merging(old), (tree, volume) => tree.Act(action, volume));

    private static string PathOf(ActingTree tree) => $"{tree.Files.Folder}/a/keep.png";

    private static string[] Union(string? old) => old is null ? s_union : [.. s_union, "keywords=old"];

    // Whatever is under the name is the old file or the new one, and never a part of one.
    private static void IsWhole(ActingTree tree)
    {
        if (File.Exists(PathOf(tree)))
        {
            Assert.Contains(
                string.Join('|', Tags(tree).Order(StringComparer.Ordinal)),
                (string[])
                [
                    "", "keywords=old|rating=2", string.Join('|', Union(null).Order(StringComparer.Ordinal)),
                    string.Join('|', Union(Old).Order(StringComparer.Ordinal)),
                ]);
        }
    }

    private static string[] Tags(ActingTree tree)
    {
        using FileStream file = File.OpenRead(PathOf(tree));
        return
        [
            .. new MediaMapper().ReadTags(new StreamSource(file)).All.Select(static tag => $"{tag.Name}={tag.Value}"),
        ];
    }

    private static bool Same(string[] expected, string[] actual) =>
        expected.Order(StringComparer.Ordinal).SequenceEqual(actual.Order(StringComparer.Ordinal));
}
