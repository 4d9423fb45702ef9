using Doppel.Catalog;
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
        for (int i = 0; i < TestRun.Count(120, 2_000); i++)
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

        Assert.InRange(known, 1_000, long.MaxValue);
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
    private static void Disturb(RandomHistory history, TempTree folder, int seed)
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
        Search.Options(history.Volume, "/r") with { Catalog = catalog, Time = new HistoryClock(history) };

    private sealed class HistoryClock(RandomHistory history) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => history.Now;
    }
}
