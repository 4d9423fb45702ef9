using System.Text;

namespace Doppel.Acting.Tests;

/// <summary>What other programs do between two steps of ours: nothing that they wrote is lost.</summary>
public sealed class RaceTests
{
    public static TheoryData<ActionKind, string> Moments { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        from call in (string[])["sync", "link", "symlink", "exchange", "move", "lease?", "remove"]
        select (action, call));

    public static TheoryData<ActionKind, string, bool> MomentsWithAndWithoutExchange { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        from call in (string[])["sync", "link", "symlink", "exchange", "move", "lease?", "remove"]
        from canExchange in (bool[])[true, false]
        where canExchange || action is ActionKind.HardLink or ActionKind.SymbolicLink
        select (action, call, canExchange));

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_file_that_takes_the_duplicates_place_stays(ActionKind action, string moment) =>
        Disturb(action, moment, static tree =>
        {
            File.WriteAllText($"{tree.Files.Folder}/new", "new content");
            tree.Files.Rename("new", "a/drop");
        }, static tree => Assert.Contains("new content", Texts(tree)));

    /// <summary>
    /// Whenever the save happens, what a person saved last stands under its name, and nothing else is left beside it.
    /// </summary>
    [Theory]
    [MemberData(nameof(MomentsWithAndWithoutExchange))]
    public void A_save_by_rename_stays_under_its_name(ActionKind action, string moment, bool canExchange) =>
        DisturbEach(
            action, moment, canExchange, static (tree, name) => Save(tree, name, "saved"),
            static (tree, name) =>
            {
                Assert.Equal("saved", File.ReadAllText($"{tree.Files.Folder}/{name}"));
                Assert.Contains("apple", Texts(tree));
                AssertNothingIsLeft(tree);
            });

    /// <summary>The second save may fall between the exchange and its taking back.</summary>
    /// <remarks>
    /// Where a name is free for a moment, the second file may exist only because the first one was missing. The first
    /// one is then kept beside it, and the run says where.
    /// </remarks>
    [Theory]
    [MemberData(nameof(MomentsWithAndWithoutExchange))]
    public void The_last_of_two_saves_ends_up_under_its_name(ActionKind action, string moment, bool canExchange)
    {
        string[] usual = [canExchange ? "exchange" : "move", "remove"];
        foreach (string second in TestRun.IsFull ? ["exchange", "move", "remove", "lease?"] : usual)
        {
            DisturbEach(
                action, moment, canExchange, static (tree, name) => Save(tree, name, "saved first"),
                static (tree, name) =>
                {
                    Assert.Equal("saved last", File.ReadAllText($"{tree.Files.Folder}/{name}"));
                    Assert.Contains("apple", Texts(tree));
                    AssertWhatIsLeftIsNamed(tree);
                },
                (second, static (tree, name) => Save(tree, name, "saved last")));
        }
    }

    /// <summary>
    /// Other programs save over a name and over its keeper just before the old file is removed: what was deleted may
    /// have been the last with its content, and is kept.
    /// </summary>
    [Theory]
    [MemberData(nameof(MomentsWithAndWithoutExchange))]
    public void Saves_over_a_name_and_its_keeper_both_survive(ActionKind action, string moment, bool canExchange) =>
        DisturbEach(
            action, moment, canExchange, static (tree, name) =>
            {
                Save(tree, name, "saved");
                Save(tree, "a/keep", "saved too");
            },
            (tree, name) =>
            {
                Assert.Equal("saved", File.ReadAllText($"{tree.Files.Folder}/{name}"));
                Assert.Equal("saved too", File.ReadAllText($"{tree.Files.Folder}/a/keep"));
                AssertWhatIsLeftIsNamed(tree);

                // The last sync comes when all is done: whoever saves over the only copy then has meant to.
                if (action == ActionKind.Delete && moment != "sync")
                {
                    Assert.Contains("apple", Texts(tree));
                }
            });

    /// <summary>Nothing but a symbolic link has the name then.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Content_survives_if_the_keeper_vanishes_when_a_link_has_replaced_its_last_copy(bool canExchange)
    {
        bool met = true;
        for (int at = 1; met; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Remember();
            int seen = 0;
            var volume = new HookedVolume(ActingTree.Volume) { CanExchange = canExchange };
            volume.Before = (_, call) =>
            {
                if (call == "remove" && ++seen == at)
                {
                    tree.Files.Remove("a/keep");
                }

                return null;
            };
            tree.Act(ActionKind.SymbolicLink, volume, plan: tree.Plan());
            met = seen >= at;
            Assert.Contains("apple", Texts(tree));
            AssertNothingIsLeft(tree);
        }
    }

    /// <summary>A change of mode or attributes that another program makes while a run acts is not lost.</summary>
    /// <remarks>
    /// While a symbolic link has the name, a change goes through it to the keeper, and stays there. One made before the
    /// run has looked at the file, which the first syncs of the journal precede, goes with the file.
    /// </remarks>
    [Theory]
    [MemberData(nameof(MomentsWithAndWithoutExchange))]
    public void A_change_of_mode_or_attributes_stays(ActionKind action, string moment, bool canExchange)
    {
        if (action == ActionKind.SymbolicLink && moment == "sync")
        {
            return;
        }

        foreach (bool isMode in (bool[])[true, false])
        {
            string? changed = null;
            DisturbEach(action, moment, canExchange, (tree, name) =>
            {
                string path = $"{tree.Files.Folder}/{name}";
                changed = File.Exists(path) ? path : null;
                if (changed is not null && isMode)
                {
                    File.SetUnixFileMode(path, UnixFileMode.UserRead);
                }
                else if (changed is not null)
                {
                    LibC.SetAttribute(path, "user.mark", "1");
                }
            }, (tree, name) =>
            {
                string path = $"{tree.Files.Folder}/{name}";
                string[] found = File.Exists(path)
                    ? [path]
                    : Directory.GetFiles($"{tree.Files.Folder}/moved", "drop", SearchOption.AllDirectories);
                if (changed is not null && (found.Length > 0 || action is not ActionKind.Delete))
                {
                    string keeper = $"{tree.Files.Folder}/a/keep";
                    Assert.True(
                        HasChange(Assert.Single(found), isMode)
                            || (action == ActionKind.SymbolicLink && HasChange(keeper, isMode)),
                        $"{action}, {moment}: the change is lost");
                }
            });
        }

        static bool HasChange(string path, bool isMode) => isMode
            ? File.GetUnixFileMode(path) == UnixFileMode.UserRead
            : LibC.AttributesOf(path).Contains("user.mark=1");
    }

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_link_that_takes_the_duplicates_place_stays(ActionKind action, string moment) =>
        Disturb(action, moment, static tree =>
        {
            File.WriteAllText($"{tree.Files.Folder}/other", "other content");
            tree.Files.AddSymbolicLink("new", "../other");
            tree.Files.Rename("new", "a/drop");
        }, static tree => Assert.Contains(
            Directory.EnumerateFiles($"{tree.Files.Folder}/a").Concat(
                Directory.EnumerateFiles(tree.Files.Folder, "drop", SearchOption.AllDirectories)),
            static path => new FileInfo(path).LinkTarget == "../other"));

    [Theory]
    [MemberData(nameof(Moments))]
    public void Without_its_keeper_the_duplicates_content_stays(ActionKind action, string moment) =>
        Disturb(action, moment, static tree => tree.Files.Remove("a/keep"),
            static tree => Assert.Contains("apple", Texts(tree)));

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_keeper_that_is_replaced_takes_no_content_with_it(ActionKind action, string moment) =>
        Disturb(action, moment, static tree =>
        {
            File.WriteAllText($"{tree.Files.Folder}/new", "grape");
            tree.Files.Rename("new", "a/keep");
        }, static tree =>
        {
            Assert.Contains("apple", Texts(tree));
            Assert.Contains("grape", Texts(tree));
        });

    [Theory]
    [MemberData(nameof(Moments))]
    public void A_folder_that_is_swapped_for_a_link_redirects_nothing(ActionKind action, string moment)
    {
        using var outside = new TempTree();
        outside.AddFile("drop", "precious");
        Disturb(action, moment, tree =>
        {
            tree.Files.Rename("a", "gone");
            tree.Files.AddSymbolicLink("a", outside.Folder);
        }, tree =>
        {
            Assert.Equal("precious", File.ReadAllText($"{outside.Folder}/drop"));
            Assert.Single(Directory.GetFileSystemEntries(outside.Folder));
            Assert.Contains("apple", Texts(tree));
        });
    }

    [Fact]
    public void A_file_that_is_open_for_writing_is_left_alone()
    {
        using ActingTree tree = ActingTree.Small();
        foreach (string open in (string[])["a/drop", "a/keep"])
        {
            using FileStream writer = File.OpenWrite($"{tree.Files.Folder}/{open}");
            tree.Act(ActionKind.HardLink, plan: [tree.Plan()[0] with { Drop = [tree.Plan()[0].Drop[0]] }]);
            Assert.Contains("open for writing", Assert.Single(tree.Results).Reason);
        }
    }

    [Fact]
    public void Two_opposed_plans_never_remove_both()
    {
        using ActingTree tree = ActingTree.Small();
        PlanGroup one = tree.Plan()[0] with { Drop = [tree.Plan()[0].Drop[0]] };
        PlanGroup opposed = one with { Keep = one.Drop, Drop = one.Keep };
        tree.Act(ActionKind.Delete, plan: [one]);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        tree.Act(ActionKind.Delete, plan: [opposed]);
        Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
        tree.AssertNothingLost();
    }

    [Fact]
    public void Only_one_run_acts_at_a_time()
    {
        using ActingTree tree = ActingTree.Small();
        using JournalFolder first = tree.Journals();
        JournalException refused = Assert.Throws<JournalException>(() => tree.Act(ActionKind.HardLink));
        Assert.Contains("another run", refused.Message);
        Assert.Empty(tree.Results);
    }

    [Fact]
    public void A_name_that_was_used_anew_after_the_run_is_not_touched_by_undo()
    {
        foreach (ActionKind action in Enum.GetValues<ActionKind>())
        {
            using ActingTree tree = ActingTree.Small();
            tree.Act(action);
            string path = $"{tree.Files.Folder}/a/drop";
            File.Delete(path);
            File.WriteAllText(path, "my own");
            tree.Undo();
            Assert.Equal("my own", File.ReadAllText(path));
            Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/b/drop one"));
        }
    }

    [Fact]
    public void Undo_refuses_to_rebuild_from_a_keeper_that_was_written_to()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Delete, plan: [tree.Plan()[0]]);
        File.WriteAllText($"{tree.Files.Folder}/a/keep", "other");
        Assert.False(tree.Undo());
        Assert.All(tree.Results, static result =>
        {
            Assert.Equal(ActStatus.Failed, result.Status);
            Assert.Contains("it has different content", result.Reason);
        });
        Assert.False(File.Exists($"{tree.Files.Folder}/a/drop"));
    }

    private static void Disturb(
        ActionKind action, string moment, Action<ActingTree> disturb, Action<ActingTree> check)
    {
        for (int at = 1; at <= 2; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Remember();
            int seen = 0;
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (_, call) =>
            {
                if (call == moment && ++seen == at)
                {
                    disturb(tree);
                }

                return null;
            };
            tree.Act(action, volume, plan: tree.Plan());
            if (seen >= at)
            {
                check(tree);
            }
        }
    }

    // At each call of this name in turn, before the first name of a copy and before its second; then the second thing
    // at the next call of its kind.
    private static void DisturbEach(
        ActionKind action, string moment, bool canExchange, Action<ActingTree, string> disturb,
        Action<ActingTree, string> check, (string Moment, Action<ActingTree, string> Disturb)? then = null)
    {
        bool met = true;
        for (int at = 1; met; at++)
        {
            met = false;
            foreach (string name in (string[])["a/drop", "a/second"])
            {
                using var tree = new ActingTree();
                tree.AddGroup("apple", ["a/keep"], ["a/drop", "a/second"], ["b/other"]);
                tree.Remember();
                int seen = 0;
                bool isDone = false;
                var volume = new HookedVolume(ActingTree.Volume) { CanExchange = canExchange };
                volume.Before = (_, call) =>
                {
                    if (call == moment && ++seen == at)
                    {
                        disturb(tree, name);
                    }
                    else if (seen >= at && !isDone && then is { } next && call == next.Moment)
                    {
                        isDone = true;
                        next.Disturb(tree, name);
                    }

                    return null;
                };
                tree.Act(action, volume, plan: tree.Plan());
                bool isWhole = seen >= at && (then is null || isDone);
                met |= seen >= at;
                if (isWhole)
                {
                    check(tree, name);
                }
            }
        }
    }

    private static void Save(ActingTree tree, string name, string content)
    {
        File.WriteAllText($"{tree.Files.Folder}/new", content);
        File.Move($"{tree.Files.Folder}/new", $"{tree.Files.Folder}/{name}", overwrite: true);
    }

    private static void AssertNothingIsLeft(ActingTree tree) => Assert.Empty(
        Directory.EnumerateFiles(tree.Files.Folder, ".doppel-*", SearchOption.AllDirectories));

    private static void AssertWhatIsLeftIsNamed(ActingTree tree) => Assert.All(
        Directory.EnumerateFiles(tree.Files.Folder, ".doppel-*", SearchOption.AllDirectories),
        path => Assert.Contains(tree.Results, result => result.Status == ActStatus.Unfinished
            && result.Reason.Contains(Path.GetFileName(path), StringComparison.Ordinal)));

    private static string[] Texts(ActingTree tree) =>
    [
        .. Directory.EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories)
            .Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => Encoding.UTF8.GetString(File.ReadAllBytes(path))),
    ];
}
