using System.Text;
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
    [InlineData(ActionKind.Move, false)]
    [InlineData(ActionKind.Trash, false)]
    [InlineData(ActionKind.Move, true)]
    public void Undo_leaves_the_name_to_a_file_that_replaced_the_moved_one(ActionKind action, bool isElsewhere)
    {
        bool isReplaced = true;
        for (int at = 1; isReplaced; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Act(action, isElsewhere ? Elsewhere(ActingTree.Volume) : ActingTree.Volume);
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
            tree.Act(ActionKind.Move, Elsewhere(ActingTree.Volume));
            ended = Crash.At(volume => tree.Undo(volume), at, after);
            string[] copies = FilesWith(tree, "apple", "moved");
            if (copies.Length == 0 || !File.Exists($"{tree.Files.Folder}/a/drop"))
            {
                continue;
            }

            met++;
            WriteOther(copies[0]);
            tree.Undo();
            Assert.NotEmpty(FilesWith(tree, "grape"));
        }

        Assert.True(met > 0);
    }

    /// <summary>The first name is back by then, and the second one becomes another name of the same file.</summary>
    [Fact]
    public void Undo_of_a_move_of_two_names_removes_no_copy_with_other_content()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop", "b/drop"]);
        tree.Act(ActionKind.Move, Elsewhere(ActingTree.Volume));
        string[] copies = FilesWith(tree, "apple", "moved");
        Assert.Equal(2, copies.Length);
        WriteOther(copies[1]);
        tree.Undo();
        Assert.Equal([copies[1]], FilesWith(tree, "grape"));
        Assert.Contains(
            tree.Results,
            static one => one is { Status: ActStatus.Skipped, Reason: "the moved file has changed" });
    }

    [Fact]
    public void Resume_of_a_move_to_another_disk_removes_no_copy_with_other_content()
    {
        (bool ended, int met) = (true, 0);
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(ActionKind.Move, Elsewhere(volume), plan: plan), at, after: true);
            if (FilesWith(tree, "apple", "moved") is [{ } copy] && Path.GetFileName(copy) == "drop")
            {
                met++;
                WriteOther(copy);
                tree.Resume(ActionKind.Move, plan);
                Assert.Equal([copy], FilesWith(tree, "grape"));
            }
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

    // The run removed the copy when it gave up the move. A power cut can bring the copy back, and take the end of the
    // run.
    [Fact]
    public void Resume_removes_the_copy_of_a_file_that_was_not_moved_after_all()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.AddGroup("grape", ["b/keep"], ["b/drop"]);
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        Dictionary<string, byte[]> saved = [];
        AcrossVolume volume = Elsewhere(ActingTree.Volume);
        volume.OnMove = () =>
        {
            tree.Files.AddFile("new", "melon");
            tree.Files.Rename("new", "a/keep");
            string kept = Path.ChangeExtension(Assert.Single(tree.JournalPaths()), ".plan");
            saved[kept] = File.ReadAllBytes(kept);
        };
        tree.Act(ActionKind.Move, volume, plan: plan);
        string file = Assert.Single(FilesWith(tree, "apple"));
        string copy = $"{tree.Files.Folder}/moved{file}";
        File.Copy(file, copy);
        File.SetLastWriteTimeUtc(copy, File.GetLastWriteTimeUtc(file));
        string journal = Assert.Single(tree.JournalPaths());
        string text = File.ReadAllText(journal);
        saved[journal] =
            [.. Encoding.UTF8.GetBytes(text[..text.LastIndexOf("{\"type\":\"end\"", StringComparison.Ordinal)])];
        foreach ((string path, byte[] content) in saved)
        {
            File.WriteAllBytes(path, content);
        }

        tree.Resume(ActionKind.Move, plan);
        Assert.Equal([file], FilesWith(tree, "apple"));
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

    /// <summary>The file that the run left aside has no name to go back to, and no keeper any more.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void A_file_that_a_killed_run_left_aside_stays_if_its_name_is_taken_meanwhile(
        ActionKind action, bool isResumed)
    {
        (bool ended, int met) = (true, 0);
        for (int at = 1; ended; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, plan: plan), at, after: true);
            string keep = $"{tree.Files.Folder}/a/keep";
            DateTime time = File.GetLastWriteTimeUtc(keep);
            File.WriteAllText(keep, "APPLE");
            File.SetLastWriteTimeUtc(keep, time);
            bool isSaved = FilesWith(tree, "apple", "a") is not [{ } aside] || Path.GetFileName(aside) == "drop";
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (_, call) =>
            {
                if (call is "move" or "exchange" && !isSaved)
                {
                    (isSaved, met) = (true, met + 1);
                    tree.Files.AddFile("new", "grape");
                    tree.Files.Rename("new", "a/drop");
                }

                return null;
            };
            bool isAlone = FilesWith(tree, "apple").Length > 0;
            if (isResumed)
            {
                tree.Resume(action, plan, volume);
            }
            else
            {
                tree.UndoIfBegun(volume);
            }

            Assert.True(!isAlone || FilesWith(tree, "apple").Length > 0, $"{at}");
        }

        Assert.True(met > 0);
    }

    // The destination lies on another file system: no name moves there directly.
    private static AcrossVolume Elsewhere(IChangeableVolume volume) => new(volume);

    // Somebody else's content of the same size and time.
    private static void WriteOther(string path)
    {
        DateTime time = File.GetLastWriteTimeUtc(path);
        File.WriteAllText(path, "grape");
        File.SetLastWriteTimeUtc(path, time);
    }

    private static string[] FilesWith(ActingTree tree, string content, string folder = "") =>
        Directory.Exists($"{tree.Files.Folder}/{folder}")
            ? [.. Directory.EnumerateFiles($"{tree.Files.Folder}/{folder}", "*", SearchOption.AllDirectories)
                .Where(path => new FileInfo(path).LinkTarget is null && File.ReadAllText(path) == content)]
            : [];

    private sealed class AcrossVolume(IChangeableVolume volume) : HookedVolume(volume)
    {
        private bool _hasMoved;

        /// <summary>Called once, when the first file is about to be moved.</summary>
        public Action OnMove { get; set; } = static () => { };

        public override VolumeError Move(
            FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
        {
            if (from == target)
            {
                return base.Move(from, name, target, newName);
            }

            if (!_hasMoved)
            {
                _hasMoved = true;
                OnMove();
            }

            return new VolumeError(VolumeErrorKind.OtherVolume);
        }
    }
}
