using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Undo and resume remove or displace no file whose content nothing else has.</summary>
public sealed class OthersFilesTests
{
    // A reflink, the trash and a move on one disk leave nothing aside.
    public static TheoryData<ActionKind, bool> Ways { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action is not (ActionKind.Reflink or ActionKind.Trash or ActionKind.Move)
        from isResumed in (bool[])[true, false]
        select (action, isResumed));

    [Theory]
    [InlineData(ActionKind.Move)]
    [InlineData(ActionKind.Trash)]
    public void Undo_leaves_the_name_to_a_file_that_replaced_the_moved_one(ActionKind action)
    {
        bool isReplaced = true;
        for (int at = 1; isReplaced; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Act(action);
            string moved = Path.GetRelativePath(tree.Files.Folder, Assert.Single(FilesWith(tree, "apple", "moved")));
            int moment = at;
            isReplaced = false;
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (number, _) =>
            {
                if (number == moment)
                {
                    // The folder may be gone by now. Then the other program creates it again.
                    tree.Files.AddFolder(Path.GetDirectoryName(moved)!);
                    tree.Files.AddFile("new", "grape");
                    tree.Files.Rename("new", moved);
                    isReplaced = true;
                }

                return null;
            };
            tree.Undo(volume);
            string[] expected = isReplaced ? [$"{tree.Files.Folder}/{moved}"] : [];
            Assert.Equal(expected, FilesWith(tree, "grape"));
            Assert.NotEmpty(FilesWith(tree, "apple"));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Undo_of_a_move_to_another_disk_removes_no_copy_with_other_content(bool after)
    {
        (bool ended, int met) = (true, 0);
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            int moves = 0;
            tree.Act(ActionKind.Move, new HookedVolume(ActingTree.Volume)
            {
                Before = (_, call) => call == "move" && ++moves == 1
                    ? new VolumeError(VolumeErrorKind.OtherVolume)
                    : null,
            });
            ended = Crash.At(volume => tree.Undo(volume), at, after);
            string[] copies = FilesWith(tree, "apple", "moved");
            if (copies.Length == 0 || !File.Exists($"{tree.Files.Folder}/a/drop"))
            {
                continue;
            }

            // The same size and time, but somebody else's content.
            met++;
            DateTime time = File.GetLastWriteTimeUtc(copies[0]);
            File.WriteAllText(copies[0], "grape");
            File.SetLastWriteTimeUtc(copies[0], time);
            tree.Undo();
            Assert.NotEmpty(FilesWith(tree, "grape"));
        }

        Assert.True(met > 0);
    }

    // A copy with the content and the time of the file, as cp -p makes it.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_copy_that_was_at_the_destination_before_the_move_stays(bool isResumed)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"], ["b/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            string target = $"moved{tree.Files.Folder}/a/drop";
            tree.Files.AddFile(target, "apple");
            File.SetLastWriteTimeUtc(
                $"{tree.Files.Folder}/{target}", File.GetLastWriteTimeUtc($"{tree.Files.Folder}/a/drop"));
            ulong inode = tree.InodeOf(target);
            ended = Crash.At(volume => tree.Act(ActionKind.Move, volume, plan: plan), at, after: true);
            if (isResumed)
            {
                tree.Resume(ActionKind.Move, plan);
            }
            else
            {
                tree.UndoIfBegun(ActingTree.Volume);
            }

            Assert.Equal(inode, tree.InodeOf(target));
            Assert.True(File.Exists($"{tree.Files.Folder}/a/drop"));
            Assert.Equal(!isResumed, File.Exists($"{tree.Files.Folder}/b/drop"));
        }
    }

    [Theory]
    [InlineData(ActionKind.Move)]
    [InlineData(ActionKind.Trash)]
    public void Resume_takes_no_other_file_for_the_moved_one(ActionKind action)
    {
        (bool ended, int met) = (true, 0);
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after: true);
            string[] moved = FilesWith(tree, "apple", "moved");
            if (!ended || moved.Length == 0)
            {
                continue;
            }

            met++;
            tree.Files.AddFile("new", "grape!");
            tree.Files.Rename("new", Path.GetRelativePath(tree.Files.Folder, moved[0]));
            tree.Resume(action, plan);
            Assert.DoesNotContain(tree.Results, static result => result.Status == ActStatus.Done);
            Assert.Equal([moved[0]], FilesWith(tree, "grape!"));
        }

        Assert.True(met > 0);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_file_that_a_killed_run_left_aside_stays_if_its_keeper_has_changed(ActionKind action, bool isResumed)
    {
        (bool ended, int met) = (true, 0);
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after: true);
            string keep = $"{tree.Files.Folder}/a/keep";
            if (FilesWith(tree, "apple", "a").All(path => path == keep || path == $"{tree.Files.Folder}/a/drop"))
            {
                continue;
            }

            met++;
            DateTime time = File.GetLastWriteTimeUtc(keep);
            tree.Files.AddFile("new", "grape");
            tree.Files.Rename("new", "a/drop");
            File.WriteAllText(keep, "APPLE");
            File.SetLastWriteTimeUtc(keep, time);
            bool isAlone = FilesWith(tree, "apple").Length > 0;
            if (isResumed)
            {
                tree.Resume(action, plan);
            }
            else
            {
                tree.UndoIfBegun(ActingTree.Volume);
            }

            Assert.True(!isAlone || FilesWith(tree, "apple").Length > 0, $"{at}");
            Assert.NotEmpty(FilesWith(tree, "grape"));
        }

        Assert.True(met > 0);
    }

    private static string[] FilesWith(ActingTree tree, string content, string folder = "") =>
        Directory.Exists($"{tree.Files.Folder}/{folder}")
            ? [.. Directory.EnumerateFiles($"{tree.Files.Folder}/{folder}", "*", SearchOption.AllDirectories)
                .Where(path => new FileInfo(path).LinkTarget is null && File.ReadAllText(path) == content)]
            : [];
}
