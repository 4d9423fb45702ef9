using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>Folders that an action leaves empty are removed if that is asked for, and nothing else is.</summary>
public sealed class EmptiedFolderTests
{
    private static readonly string[] s_afterSmall = ["keep", "one", "one/sub", "some"];

    public static TheoryData<ActionKind> Actions => [ActionKind.Trash, ActionKind.Delete, ActionKind.Move];

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in (ActionKind[])[ActionKind.Trash, ActionKind.Delete, ActionKind.Move]
        from after in (bool[])[false, true]
        select (action, after));

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, TestRun.Count(12, 600))];

    [Theory]
    [MemberData(nameof(Actions))]
    public void Folders_left_empty_are_removed_with_those_above_and_undo_brings_them_back(ActionKind action)
    {
        using EmptiedTree tree = EmptiedTree.Small();
        Assert.Equal(0, tree.Act(action));
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(s_afterSmall, tree.Folders());
        Assert.Equal(6, tree.Results.Count(static result => result.IsLeftEmpty));
        tree.AssertNothingLost();
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void Without_the_option_all_folders_stay_and_the_empty_ones_are_counted(ActionKind action)
    {
        using EmptiedTree tree = EmptiedTree.Small();
        string[] before = tree.Folders();
        Assert.Equal(3, tree.Act(action, change: static options => options with { EmptyFolders = false }));
        Assert.Equal(
            ["a/b/c", "e", "in/deep"],
            tree.Folders().Where(folder => !Directory.EnumerateFileSystemEntries($"{tree.Root}/{folder}").Any()));
        Assert.Equal(before.Except(["in/deep/two", "in/deep/two/sub"]), tree.Folders());
    }

    [Fact]
    public void A_preview_names_the_folders_that_a_run_removes()
    {
        using EmptiedTree tree = EmptiedTree.Small();
        using var preview = new ActPreview(ActingTree.Volume, tree.OptionsOf(ActionKind.Trash), static _ => { });
        IReadOnlyList<ReportName> shown = preview.EmptiedBy(tree.PlanFolders(), tree.PlanGroups());
        tree.Act(ActionKind.Trash);
        Assert.Equal(
            tree.Results.Where(static result => result.IsLeftEmpty).Select(static result => result.Name), shown);
    }

    [Theory]
    [InlineData("a", "a")]
    [InlineData("a/b", "a,a/b")]
    [InlineData("in/deep", "in,in/deep")]
    [InlineData("e", "e")]
    public void A_root_and_all_above_it_stay(string root, string staying) => Check(
        staying, (tree, options) => options with { Roots = [.. options.Roots, new ReportName($"{tree.Root}/{root}")] });

    [Fact]
    public void A_root_that_is_a_link_to_a_folder_keeps_the_folder() => Check("a,a/b", static (tree, options) =>
    {
        tree.Files.AddSymbolicLink("way", "files/a/b");
        return options with { Roots = [.. options.Roots, new ReportName($"{tree.Files.Folder}/way")] };
    });

    [Fact]
    public void A_root_that_is_a_file_keeps_its_folder() => Check("e", static (tree, options) =>
        options with { Roots = [.. options.Roots, new ReportName($"{tree.Root}/e/n1")] });

    [Fact]
    public void Without_roots_no_folder_is_removed_that_contains_all_names_of_the_plan() => Check(
        "", static (_, options) => options with { Roots = [] });

    [Fact]
    public void A_protected_folder_stays_with_all_below() => Check("a,a/b,a/b/c", static (tree, options) =>
    {
        tree.Files.AddSymbolicLink("way", "files/a/b");
        return options with { ProtectedFolders = [new ReportName($"{tree.Files.Folder}/way")] };
    });

    [Fact]
    public void A_folder_that_the_rules_keep_stays() => Check("in,in/deep", static (tree, options) => options with
    {
        KeepsFolder = folder => folder == new ReportName($"{tree.Root}/in/deep"),
    });

    [Fact]
    public void The_folder_to_move_to_stays()
    {
        using EmptiedTree tree = EmptiedTree.Small();
        tree.Act(ActionKind.Move, change: options => options with
        {
            MoveTo = System.Text.Encoding.UTF8.GetBytes(tree.Root + "/a/b/c"),
        });
        Assert.True(Directory.Exists(tree.Root + "/a/b/c"));
        Assert.False(Directory.Exists(tree.Root + "/e"));
    }

    [Fact]
    public void A_mount_point_stays()
    {
        if (!Environment.IsPrivilegedProcess)
        {
            return; // Only root may mount.
        }

        using EmptiedTree tree = EmptiedTree.Small();
        Tool.Run("mount", "--bind", tree.Root + "/a/b", tree.Root + "/a/b").MustSucceed();
        try
        {
            tree.Act(ActionKind.Delete);
            Assert.DoesNotContain(tree.Results, static result => result.Status == ActStatus.Failed);
            Assert.Equal(["a", "a/b", .. s_afterSmall], tree.Folders());
        }
        finally
        {
            Tool.Unmount(tree.Root + "/a/b");
        }
    }

    [Theory]
    [InlineData("a/b/c", "a,a/b,a/b/c")]
    [InlineData("a/b", "a,a/b")]
    [InlineData("in", "in")]
    public void A_file_that_another_program_saves_at_the_last_moment_keeps_its_folder(string folder, string staying)
    {
        using EmptiedTree tree = EmptiedTree.Small();
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            if (call == "rmdir" && !Directory.EnumerateFileSystemEntries($"{tree.Root}/{folder}").Any())
            {
                File.WriteAllText($"{tree.Root}/{folder}/saved", "saved");
            }

            return null;
        };
        tree.Act(ActionKind.Delete, volume);
        Assert.DoesNotContain(tree.Results, static result => result.Status != ActStatus.Done);
        Assert.Equal([.. staying.Split(','), .. s_afterSmall], tree.Folders());
        Assert.Equal("saved", File.ReadAllText($"{tree.Root}/{folder}/saved"));
        Assert.True(tree.Undo());
        Assert.Equal("saved", File.ReadAllText($"{tree.Root}/{folder}/saved"));
        Assert.All(tree.Dropped, name => Assert.True(File.Exists($"{tree.Root}/{name}"), name));
    }

    [Fact]
    public void A_file_that_is_skipped_keeps_its_folder_and_nothing_is_said_of_the_folder()
    {
        using EmptiedTree tree = EmptiedTree.Small();
        (IReadOnlyList<PlanFolder>, IReadOnlyList<PlanGroup>) plan = (tree.PlanFolders(), tree.PlanGroups());
        File.WriteAllText(tree.Root + "/a/b/c/pear", "changed");
        tree.Act(ActionKind.Delete, plan: plan);
        Assert.Equal("changed", File.ReadAllText(tree.Root + "/a/b/c/pear"));
        Assert.Equal(["a", "a/b", "a/b/c", .. s_afterSmall], tree.Folders());
        Assert.EndsWith("/a/b/c/pear", Assert.Single(
            tree.Results, static result => result.Status != ActStatus.Done).Name.ToString());
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        Acting(action).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after) =>
        (Acting(action) with
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Step = static (tree, volume) => tree.Undo(volume),
        }).End(after);

    /// <summary>A refused run that is undone, and a refused undo that is repeated.</summary>
    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once)
    {
        (Acting(action) with { Check = static tree => tree.ForgetTimesOfFoldersThatStayed() })
            .Refuse(once, Refusals.Of);
        (Acting(action) with
        {
            Before = (tree, volume) => tree.Act(action, volume),
            Step = static (tree, volume) => tree.Undo(volume),
        }).Refuse(once, Refusals.Of);
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_ended_at_any_call_is_finished(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(6, 1))
        {
            using EmptiedTree tree = EmptiedTree.Small();
            (IReadOnlyList<PlanFolder>, IReadOnlyList<PlanGroup>) plan = (tree.PlanFolders(), tree.PlanGroups());
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after);
            tree.AssertNothingLost();
            tree.Resume(action, plan, new HookedVolume(ActingTree.Volume));
            Assert.Equal($"{at} {string.Join(' ', s_afterSmall)}", $"{at} {string.Join(' ', tree.Folders())}");
            tree.UndoIfBegun(new HookedVolume(ActingTree.Volume));
            tree.AssertAsBefore();
        }
    }

    /// <summary>An oracle removes empty folders one by one until nothing changes.</summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Random_trees_lose_the_folders_that_an_oracle_expects_and_are_restored(int seed)
    {
        var random = new Random(seed);
        using var tree = new EmptiedTree();
        string[] folders = Fill(tree, random);
        string kept = folders[random.Next(folders.Length)];
        string guarded = folders[random.Next(folders.Length)];
        HashSet<string> expected = [.. folders];
        string[] all = tree.EntriesBelowRoot();
        HashSet<string> entries = [.. all.Except(tree.Dropped)];
        HashSet<string> touched = [.. tree.Dropped.Select(Above)];
        while (expected.FirstOrDefault(IsLeftEmpty) is { } gone)
        {
            expected.Remove(gone);
            entries.Remove(gone);
            touched.Add(Above(gone));
        }

        tree.Remember([.. folders.Except(expected)]);
        ActionKind action = Actions.ElementAt(seed % 3).Data;
        tree.Act(action, change: options => options with
        {
            KeepsFolder = folder => folder == new ReportName($"{tree.Root}/{kept}"),
            ProtectedFolders = [new ReportName($"{tree.Root}/{guarded}")],
        });
        Assert.DoesNotContain(tree.Results, static result => result.Status != ActStatus.Done);
        Assert.Equal(expected.Order(StringComparer.Ordinal), tree.Folders());
        Assert.True(tree.Undo());
        tree.AssertAsBefore();

        bool IsLeftEmpty(string folder) => folder != kept && touched.Contains(folder)
            && folder != guarded && !folder.StartsWith(guarded + "/", StringComparison.Ordinal)
            && !entries.Any(entry => Above(entry) == folder);
    }

    // Returns the folders. Each content has a keeper beside them.
    private static string[] Fill(EmptiedTree tree, Random random)
    {
        List<string> folders = ["f0"];
        for (int i = 1; i < 12; i++)
        {
            string above = random.Next(4) == 0 ? "" : folders[random.Next(folders.Count)] + "/";
            folders.Add($"{above}f{i}");
        }

        tree.AddFile("keeper", "same");
        folders.ForEach(folder => tree.Files.AddFolder($"files/{folder}"));
        for (int i = 0; i < 14; i++)
        {
            string name = $"{folders[random.Next(folders.Count)]}/n{i}";
            switch (random.Next(8))
            {
                case 0:
                    tree.AddFile(name, "stays");
                    break;
                case 1:
                    tree.AddDrop("keeper", "same", name, $"{folders[random.Next(folders.Count)]}/again{i}");
                    break;
                default:
                    tree.AddDrop("keeper", "same", name);
                    break;
            }
        }

        return [.. folders];
    }

    private static string Above(string name) => Path.GetDirectoryName(name)!;

    // The folders that the small tree has afterwards, beyond those that always stay.
    private static void Check(string staying, Func<EmptiedTree, ActOptions, ActOptions> change)
    {
        using EmptiedTree tree = EmptiedTree.Small();
        tree.Act(ActionKind.Delete, change: options => change(tree, options));
        Assert.Equal(
            s_afterSmall.Concat(staying.Split(',', StringSplitOptions.RemoveEmptyEntries))
                .Order(StringComparer.Ordinal),
            tree.Folders());
        Assert.True(tree.Undo());
    }

    private static CrashTrial<EmptiedTree> Acting(ActionKind action) => new(
        EmptiedTree.Small, (tree, volume) => tree.Act(action, volume))
    {
        Stride = TestRun.Count(5, 1),
    };
}
