namespace Doppel.Acting.Tests;

/// <summary>An undo of some names gives exactly these back, and the rest can be undone afterwards.</summary>
public sealed class PartialUndoTests
{
    private static readonly string[] s_folders = ["a", "a/deep", "a/deep/er", "b", "ab", "c"];

    private static readonly Lazy<Dictionary<string, string>> s_small = new(static () =>
    {
        using ActingTree tree = ActingTree.Small();
        return tree.Plain();
    });

    public static TheoryData<ActionKind, int> Seeds { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action != ActionKind.Reflink
        from seed in Enumerable.Range(TestRun.SeedOffset, TestRun.Count(8, 200))
        select (action, seed));

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action != ActionKind.Reflink
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Partial_undo_restores_only_the_names_below_a_folder_and_later_undo_the_rest(ActionKind action, int seed)
    {
        var random = new Random(seed);
        using ActingTree tree = Make(random);
        Dictionary<string, string> before = tree.Plain();
        tree.Act(action, change: options => options with { BatchNames = random.Next(1, 8) });
        Dictionary<string, string> acted = tree.Plain();
        Dictionary<string, ulong> inodes = InodesOf(tree, acted);
        string[] only = [.. s_folders.Where(_ => random.Next(3) == 0).DefaultIfEmpty("a")];
        HashSet<string> changed = [.. before.Keys.Where(name => IsChanged(tree, name, before, acted, inodes))];

        string[] first = only[..random.Next(1, only.Length + 1)];
        Assert.True(tree.Undo(only: first));
        AssertState(first);
        Assert.True(tree.Undo(only: only));
        AssertState(only);
        if (random.Next(2) == 0)
        {
            Assert.True(tree.Undo());
        }
        else
        {
            // What remains, folder by folder.
            foreach (string folder in s_folders)
            {
                Assert.True(tree.Undo(only: folder));
            }
        }

        Assert.Equal(RunState.Undone, tree.State());
        tree.AssertAsBefore();

        void AssertState(string[] undone)
        {
            Dictionary<string, string> now = tree.Plain();
            foreach (string name in before.Keys)
            {
                bool isBack = undone.Any(folder => name.StartsWith(folder + "/", StringComparison.Ordinal));
                Assert.Equal(
                    (name, (isBack ? before : acted).GetValueOrDefault(name)), (name, now.GetValueOrDefault(name)));
                Assert.True(
                    isBack || !acted.ContainsKey(name) || tree.InodeOf(name) == inodes[name], $"{name} was replaced");
            }

            bool isWhole = changed.All(name => undone.Any(
                folder => name.StartsWith(folder + "/", StringComparison.Ordinal)));
            bool isAny = changed.Any(name => undone.Any(
                folder => name.StartsWith(folder + "/", StringComparison.Ordinal)));
            RunState part = isAny ? RunState.PartlyUndone : RunState.Done;
            Assert.Equal(isWhole ? RunState.Undone : part, tree.State());
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void It_may_end_anywhere_and_is_continued(ActionKind action, bool after) =>
        new CrashTrial<ActingTree>(ActingTree.Small, static (tree, volume) => tree.Undo(volume, "b"))
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Check = tree =>
            {
                Dictionary<string, string> before = s_small.Value;
                tree.Undo(new HookedVolume(ActingTree.Volume), "b");
                Dictionary<string, string> now = tree.Plain();
                foreach (string name in before.Keys.Where(static name => name.StartsWith('b')))
                {
                    Assert.Equal(before[name], now.GetValueOrDefault(name));
                }
            },
            Stride = TestRun.Count(4, 1),
        }.End(after);

    [Theory]
    [InlineData(ActionKind.Delete, false)]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Move, true)]
    public void It_may_end_anywhere_while_it_makes_folders_again(ActionKind action, bool after) =>
        new CrashTrial<FolderTree>(FolderTree.Equal, static (tree, volume) => tree.Undo(volume, "two/sub/deep"))
        {
            Before = (tree, volume) => tree.Act(action, tree.PlanEqual(), volume),
            Stride = TestRun.Count(3, 1),
        }.End(after);

    [Theory]
    [InlineData("two/sub/deep", "two/sub/deep/nothing")]
    [InlineData("two/apple", "two/apple")]
    [InlineData("two/sub/pear", "two/sub/pear")]
    public void Partial_undo_in_a_removed_folder_restores_nothing_else_but_the_folders_above(string only, string file)
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Delete, tree.PlanEqual());
        Assert.False(Directory.Exists($"{tree.Files["two"]}"));
        Assert.True(tree.Undo(only: only));
        Assert.Equal(
            [$"{tree.Files[file]}"],
            Directory.EnumerateFiles($"{tree.Files["two"]}", "*", SearchOption.AllDirectories));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_survey_counts_the_names_to_restore_by_root_and_the_bytes_that_they_need()
    {
        using ActingTree tree = ActingTree.Small();
        string at = tree.Files.Folder;
        tree.Act(ActionKind.Delete, change: options => options with
        {
            Roots = [new($"{at}/a"), new($"{at}/b")],
        });
        UndoSurvey all = Survey();
        Assert.Equal(6, all.Names);
        Assert.Equal(
            [($"{at}/a", 2L), ($"{at}/b", 3L), ($"{at}/c", 1L)],
            all.Places.Select(static place => ($"{place.Path}", place.Names)));
        Assert.InRange(all.BytesNeeded, 12_288, 512 * 1024);
        Assert.Empty(all.Unmatched);

        UndoSurvey part = Survey("b", "c/sparse", "gone");
        Assert.Equal(4, part.Names);
        Assert.Equal([$"{at}/gone"], part.Unmatched.Select(static path => $"{path}"));
        Assert.True(tree.Undo(only: "b"));
        Assert.Equal(3, Survey().Names);
        Assert.Equal(0, Survey("b").Names);

        UndoSurvey Survey(params string[] only)
        {
            using JournalFolder journals = tree.Journals();
            using JournalReader record = journals.Read(ActingTree.RunsOf(journals)[0]);
            var options = new UndoOptions
            {
                Version = "test",
                Only = [.. only.Select(name => new Reports.ReportName($"{at}/{name}"))],
            };
            using var run = new UndoRun(ActingTree.Volume, journals, record, options, static _ => { });
            return run.Survey(CancellationToken.None);
        }
    }

    private static bool IsChanged(
        ActingTree tree, string name, Dictionary<string, string> before, Dictionary<string, string> acted,
        Dictionary<string, ulong> inodes) => acted.GetValueOrDefault(name) != before[name]
        || tree.InodesBefore[name] != inodes[name];

    private static Dictionary<string, ulong> InodesOf(ActingTree tree, Dictionary<string, string> entries) =>
        entries.Keys.ToDictionary(static name => name, tree.InodeOf);

    // Groups of copies with one to three names each, all over the folders.
    private static ActingTree Make(Random random)
    {
        var tree = new ActingTree();
        int names = 0;
        for (int group = 0; group < random.Next(1, 6); group++)
        {
            tree.AddGroup(
                $"content {group} {new string('x', random.Next(9000))}",
                [.. Enumerable.Range(0, random.Next(2, 5)).Select(_ => Enumerable.Range(0, random.Next(1, 4))
                    .Select(_ => $"{s_folders[random.Next(s_folders.Length)]}/{names++}").ToArray())]);
        }

        tree.Remember();
        return tree;
    }
}
