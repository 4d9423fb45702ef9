using Doppel.Lab;
using Doppel.Volumes;

namespace Doppel.App.Tests.Tuning;

public sealed class TuneFiguresTests
{
    private static readonly FileSetFacts[] s_sets =
    [
        new(new SizeClass(2, 1000), 100, 50_000, 2, 1000), new(new SizeClass(1001, 9999), 10, 50_000, 1001, 9000),
    ];

    [Fact]
    public void Missing_figures_are_dashes()
    {
        IReadOnlyList<StrategyDefinition> strategies = StrategyTable.Parse("engine,pread-8", out _)!;
        var figures = TuneFigures.Of(new LabReport
        {
            Root = "/r"u8.ToArray(),
            Mount = MountFacts.Unknown,
            Started = DateTimeOffset.UnixEpoch,
            Sets = s_sets,
            Cells =
            [
                .. s_sets.SelectMany(set => strategies.Select(one => new LabCell(one, set, Temperature.Cold))),
            ],
        });
        Assert.Null(figures.Best);
        Assert.Equal(2, figures.Sets.Count);
        Assert.Equal(
            ["cold, MB/s|from 2 B|from 1,001 B", "engine|-|-", "pread-8|-|-"],
            Assert.Single(figures.Tables).Select(static row => string.Join('|', row)));
    }
}
