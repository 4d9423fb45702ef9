namespace Doppel.Acting.Tests;

/// <summary>
/// Copies are proved, and closed, beside the thread that acts: nothing that is done, told or written depends on it.
/// </summary>
public sealed class PairPrefetcherTests
{
    // Three lots: the second and third are proved ahead.
    private const int Copies = (2 * PairPrefetcher.LotCopies) + 5;

    public static TheoryData<ActionKind> Actions =>
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in (ActionKind[])[ActionKind.HardLink, ActionKind.Delete]
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Actions))]
    public void Calls_results_and_journal_follow_the_order_of_the_plan(ActionKind action)
    {
        List<string>? first = null;
        for (int round = 0; round < TestRun.Count(3, 30); round++)
        {
            using ActingTree tree = Many();
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            List<string> calls = [];
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (_, call) =>
            {
                calls.Add(call);
                return null;
            };
            tree.Act(action, volume, plan: plan);
            Assert.Equal(
                plan.SelectMany(static group => group.Drop).SelectMany(static copy => copy.Names),
                tree.Results.Select(static result => result.Name));
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
            using (JournalFolder journals = tree.Journals())
            {
                using JournalReader record = journals.Read(Assert.Single(journals.Ids));
                Assert.Equal(
                    Enumerable.Range(0, Copies).Select(static i => (long)i),
                    record.Batches().SelectMany(static batch => batch.Outcomes.Keys));
            }

            Assert.Equal(first ??= calls, calls);
            tree.Undo();
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_at_any_call_though_the_next_copies_are_proved(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(23, 1))
        {
            using ActingTree tree = Many();
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Before = (number, _) => number == at && !after ? throw new CrashException() : null;
            volume.After = (number, _) =>
            {
                if (number == at && after)
                {
                    throw new CrashException();
                }
            };
            try
            {
                tree.Act(action, volume);
                ended = volume.Calls >= at;
            }
            catch (CrashException)
            {
            }

            tree.AssertNothingLost();
            tree.UndoIfBegun(ActingTree.Volume);
            tree.RemoveMoved();
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_file_that_replaces_a_copy_after_it_was_proved_stays(ActionKind action)
    {
        using ActingTree tree = Many();
        IReadOnlyList<PlanGroup> plan = tree.Plan();

        // Whoever acts is at the first copy of the second lot, all of which is proved, when the others are replaced.
        int begun = 0;
        string moment = action switch
        {
            ActionKind.HardLink => "link",
            ActionKind.SymbolicLink => "symlink",
            _ => "move",
        };
        int probes = action is ActionKind.HardLink or ActionKind.SymbolicLink ? 1 : 0;
        string[] late =
            [.. Enumerable.Range(PairPrefetcher.LotCopies + 1, PairPrefetcher.LotCopies - 1).Select(NameOf)];
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            if (call == moment && ++begun == probes + PairPrefetcher.LotCopies + 1)
            {
                foreach (string name in late)
                {
                    tree.Files.AddFile("new", "new " + name);
                    tree.Files.Rename("new", name);
                }
            }

            return null;
        };
        tree.Act(action, volume, plan: plan);
        Assert.Equal(late.Length, tree.Results.Count(static result => result.Status == ActStatus.Skipped));
        Assert.All(late, name => Assert.Equal("new " + name, File.ReadAllText($"{tree.Files.Folder}/{name}")));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(PairPrefetcher.LotCopies + 3)]
    [InlineData(Copies)]
    public void An_interrupted_run_reports_every_copy_and_leaves_nothing_open(int untilLink)
    {
        using ActingTree tree = Many();
        using var stop = new CancellationTokenSource();
        int links = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            // The first one tries whether there are links.
            if (call == "link" && ++links == 1 + untilLink)
            {
                stop.Cancel();
            }

            return null;
        };
        List<ActResult> results = [];
        using (JournalFolder journals = tree.Journals(volume))
        {
            var options = new ActOptions { Action = ActionKind.HardLink, Version = "test" };
            using var run = new ActRun(volume, journals, options, results.Add);
            run.Run(tree.Plan(), stop.Token);
            Assert.Empty(tree.OpenFiles());
        }

        Assert.Equal(Enumerable.Repeat(ActStatus.Done, untilLink), results.Take(untilLink).Select(one => one.Status));
        Assert.Equal(Copies, results.Count);
        Assert.All(results.Skip(untilLink), static result => Assert.Equal("interrupted", result.Reason));
        tree.Undo();
        tree.AssertAsBefore();
    }

    [Fact]
    public void An_exception_while_the_next_copies_are_proved_ends_the_run()
    {
        using ActingTree tree = Many();
        var here = Thread.CurrentThread;
        int beside = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            BeforeOpen = () =>
            {
                if (Thread.CurrentThread != here && ++beside == 5)
                {
                    throw new InvalidDataException("of the other thread");
                }
            },
        };
        InvalidDataException thrown = Assert.Throws<InvalidDataException>(() => tree.Act(ActionKind.HardLink, volume));
        Assert.Equal("of the other thread", thrown.Message);
        tree.AssertNothingLost();
        tree.Undo();
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_few_copies_need_no_other_thread_and_large_ones_are_not_kept_leased()
    {
        foreach ((int copies, int bytes) in ((int, int)[])[(PairPrefetcher.LotCopies, 10), (Copies, 200_000)])
        {
            using var tree = new ActingTree();
            string content = new('x', bytes);
            tree.AddGroup(
                content, [["keep"], .. Enumerable.Range(0, copies).Select(static i => (string[])[NameOf(i)])]);
            tree.Remember();
            var here = Thread.CurrentThread;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                BeforeOpen = () => Assert.Same(here, Thread.CurrentThread),
            };
            tree.Act(ActionKind.HardLink, volume);
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        }
    }

    private static string NameOf(int index) => $"{index % 3}/drop {index}";

    // Every third has the keeper of the one before, so that links to a keeper are made while it is compared again.
    private static ActingTree Many()
    {
        var tree = new ActingTree();
        for (int i = 0; i < Copies;)
        {
            string[][] drop = i % 3 == 0 && i + 1 < Copies ? [[NameOf(i)], [NameOf(i + 1)]] : [[NameOf(i)]];
            tree.AddGroup($"content {i}", [[$"keep/{i}"], .. drop]);
            i += drop.Length;
        }

        tree.Remember();
        return tree;
    }
}
