namespace Doppel.Acting.Tests;

/// <summary>How much of a run is told to be done while it runs.</summary>
public sealed class ActProgressTests
{
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.Move)]
    public void Progress_reaches_its_totals_in_a_run_and_in_its_undo(ActionKind action)
    {
        using ActingTree tree = ActingTree.Small();
        tree.Files.AddFolder("moved");
        var acting = new ActProgress();
        using (JournalFolder journals = tree.Journals())
        {
            var options = new ActOptions
            {
                Action = action,
                Version = "test",
                MoveTo = System.Text.Encoding.UTF8.GetBytes(tree.Files.Folder + "/moved"),
            };
            using (var run = new ActRun(ActingTree.Volume, journals, options, static _ => { }, acting))
            {
                run.Run(tree.Plan(), CancellationToken.None);
            }

            Assert.Equal((6, 6, 0), (acting.NamesTotal, acting.NamesDone, acting.NamesLeft));
            Assert.Equal(300_027, acting.BytesTotal);
            Assert.Equal(acting.BytesTotal, acting.BytesDone);
            var undoing = new ActProgress();
            using JournalReader record = journals.Read(ActingTree.RunsOf(journals)[0]);
            using var undo = new UndoRun(
                ActingTree.Volume, journals, record, new UndoOptions { Version = "test" }, static _ => { }, undoing);
            Assert.True(undo.Run(CancellationToken.None));
            Assert.Equal((6, 6), (undoing.NamesTotal, undoing.NamesDone));
            Assert.Equal(action == ActionKind.Move ? 0 : acting.BytesTotal, undoing.BytesTotal);
            Assert.Equal(undoing.BytesTotal, undoing.BytesDone);
        }
    }

    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    public void Progress_moves_within_a_large_file_and_never_back(ActionKind action)
    {
        const int Size = 1 << 20;
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', Size), ["a/keep"], ["a/drop"]);
        tree.Remember();
        using JournalFolder journals = tree.Journals();
        var options = new ActOptions { Action = action, Version = "test" };
        var acting = new ActProgress();
        List<long> seen = [];
        using (var run = new ActRun(Watched(acting, seen), journals, options, static _ => { }, acting))
        {
            run.Run(tree.Plan(), CancellationToken.None);
        }

        AssertMoves(acting, seen);
        var undoing = new ActProgress();
        seen = [];
        using JournalReader record = journals.Read(ActingTree.RunsOf(journals)[0]);
        using var undo = new UndoRun(
            Watched(undoing, seen), journals, record, new UndoOptions { Version = "test" }, static _ => { }, undoing);
        Assert.True(undo.Run(CancellationToken.None));
        AssertMoves(undoing, seen);

        static HookedVolume Watched(ActProgress progress, List<long> seen) => new(ActingTree.Volume)
        {
            ReadBytes = (_, _, length) =>
            {
                seen.Add(progress.BytesDone);
                return length;
            },
        };

        static void AssertMoves(ActProgress progress, List<long> seen)
        {
            Assert.Equal(seen.Order(), seen);
            Assert.Contains(seen, static bytes => bytes is > Size / 4 and < Size);
            Assert.Equal((Size, Size), (progress.BytesTotal, progress.BytesDone));
        }
    }
}
