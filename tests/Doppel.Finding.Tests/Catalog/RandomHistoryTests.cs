using Doppel.Catalog;
using Doppel.Media;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Whatever happens to files between searches, the catalog never leads to another result.</summary>
public sealed class RandomHistoryTests
{
    [Fact]
    public void Groups_are_those_of_a_search_without_a_catalog()
    {
        long known = 0;
        int count = TestRun.Count(25, 2_000);
        for (int i = 0; i < count; i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var folder = new TempTree();
            var history = new RandomHistory(seed);
            for (int step = 0; step < 25; step++)
            {
                history.Step();
                if (step % 3 == 0)
                {
                    known += Check(history, folder, $"seed {seed}, step {step}: {history.Done}");
                }

                if (step % 7 == 0)
                {
                    Disturb(history, folder, seed + step);
                }
            }

            history.Rest();
            Check(history, folder, $"seed {seed}, at rest");
            long readBefore = history.Volume.Counters.BytesRead;
            known += Check(history, folder, $"seed {seed}, at rest again", readsNothing: true);
        }

        Assert.InRange(known, 8 * count, long.MaxValue);
    }

    /// <summary>
    /// Files are retagged, written, cut, linked, renamed and given back old times, and both policies use one catalog.
    /// </summary>
    [Fact]
    public void Media_reports_are_those_of_a_search_without_a_catalog()
    {
        for (int i = 0; i < TestRun.Count(10, 2_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var folder = new TempTree();
            var tree = new RandomMedia(seed);
            var history = new RandomHistory(seed, random => random.Next(8) == 0
                ? Search.Random(random.Next(3), 70_000)
                : tree.NextContent());
            for (int step = 0; step < 25; step++)
            {
                history.Step();
                if (step % 4 == 0)
                {
                    CheckMedia(history, folder, (MediaPolicy)(step / 4 % 2), $"seed {seed}, step {step}");
                }

                if (step % 7 == 0)
                {
                    Disturb(history, folder, seed + step, (MediaPolicy)(step % 2));
                }

                if (step % 9 == 8)
                {
                    ChangeByDoppel(history, folder);
                }
            }

            MediaPolicy policy = (MediaPolicy)(seed % 2);
            history.Rest();
            CheckAtRest(history, folder, policy, $"seed {seed}, at rest");
            ChangeByDoppel(history, folder);
            history.Rest();
            CheckAtRest(history, folder, policy, $"seed {seed}, after a change by Doppel");
        }
    }

    // The second search may read: if the clock was set back, what was learned before that is taken for the later fact
    // when segments are merged, and it may be about another set of files.
    private static void CheckAtRest(RandomHistory history, TempTree folder, MediaPolicy policy, string when)
    {
        CheckMedia(history, folder, policy, when);
        CheckMedia(history, folder, policy, $"{when}, again");
        CheckMedia(history, folder, policy, $"{when}, once more", readsNothing: true);
    }

    private static void CheckMedia(
        RandomHistory history, TempTree folder, MediaPolicy policy, string when, bool readsNothing = false)
    {
        when += $", {policy}: {history.Done}";
        using FindResult expected = Search.Run(Search.Options(history.Volume, "/r") with { Media = policy });
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        using FindResult result = Search.Run(Options(history, catalog) with { Media = policy });
        (string without, string with) = (MediaOracle.Report(expected), MediaOracle.Report(result));
        Assert.True(without == with, $"{when}\n{without}\nbut with the catalog\n{with}");
        Assert.True(!readsNothing || result.Summary is { BytesRead: 0, Opened: 0 }, $"{when}: a file was opened.");
    }

    private static void ChangeByDoppel(RandomHistory history, TempTree folder)
    {
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        var changes = new StateChanges(catalog);
        (FileFacts before, FileFacts after) = history.RenameByDoppel();
        changes.Add(new FileSystemIdentity(43, 0), before, after);
        changes.Flush();
    }

    private static long Check(RandomHistory history, TempTree folder, string when, bool readsNothing = false)
    {
        using FindResult expected = Search.Run(Search.Options(history.Volume, "/r"));
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        using FindResult result = Search.Run(Options(history, catalog));
        if (Search.Groups(expected) != Search.Groups(result) || Search.Problems(result).Length > 0
            || expected.Summary.RedundantBytes != result.Summary.RedundantBytes)
        {
            Assert.Fail($"{when}\n{Search.Groups(expected)}\nbut with the catalog\n{Search.Groups(result)}");
        }

        Assert.True(!readsNothing || result.Summary is { BytesRead: 0, Opened: 0 }, $"{when}: a file was opened.");
        return result.Summary.Known;
    }

    // A search while files change. What it finds is not compared, but it must not leave anything wrong in the catalog.
    private static void Disturb(RandomHistory history, TempTree folder, int seed, MediaPolicy? media = null)
    {
        var random = new Random(seed);
        VolumeCall[] calls = [VolumeCall.Entry, VolumeCall.OpenFile, VolumeCall.Read, VolumeCall.Stat];
        Fault[] faults = [.. calls.Select(call => new Fault
        {
            Call = call,
            First = random.Next(1, 6),
            Before = _ => StepAlone(history),
        })];
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        FindOptions options = Options(history, catalog);
        using FindResult result = Search.Run(options with
        {
            Media = media,
            Roots = [new FindRoot(new FaultyVolume(history.Volume, faults), "/r")],
        });
    }

    private static void StepAlone(RandomHistory history)
    {
        lock (history)
        {
            history.Step();
        }
    }

    private static FindOptions Options(RandomHistory history, ContentCatalog catalog) =>
        Search.Options(history.Volume, "/r") with
        {
            Catalog = catalog,
            Time = new HistoryClock(history),
            UsesLastSearch = history.UsesLastSearch,
        };

    private sealed class HistoryClock(RandomHistory history) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => history.Now;
    }
}
