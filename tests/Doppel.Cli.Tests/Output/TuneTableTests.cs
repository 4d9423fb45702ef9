using Doppel.Lab;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Output;

/// <summary>The table of <c>doppel tune</c> on terminals of different widths.</summary>
public sealed class TuneTableTests
{
    private static readonly FileSetFacts[] s_sets =
    [
        new(new SizeClass(2, 1000), 100, 50_000, 2, 1000), new(new SizeClass(1001, 9999), 10, 50_000, 1001, 9000),
    ];

    [Fact]
    public void Columns_are_side_by_side_if_they_fit() => Assert.Equal(
        """
        cold, MB/s  from 2 B  from 1,001 B
        engine             -             -
        pread-8            -             -

        No recommendation.

        """,
        Table(80));

    [Fact]
    public void On_a_narrow_terminal_every_set_has_a_line() => Assert.Equal(
        """
        cold, MB/s
        engine
          from 2 B: -
          from 1,001 B: -
        pread-8
          from 2 B: -
          from 1,001 B: -

        No recommendation.

        """,
        Table(30));

    // Nothing was measured, so every figure is missing. The lines about the sets come first.
    private static string Table(int columns)
    {
        IReadOnlyList<StrategyDefinition> strategies = StrategyTable.Parse("engine,pread-8", out _)!;
        var report = new LabReport
        {
            Root = "/r"u8.ToArray(),
            Mount = MountFacts.Unknown,
            Started = DateTimeOffset.UnixEpoch,
            Sets = s_sets,
            Cells =
            [
                .. s_sets.SelectMany(set => strategies.Select(one => new LabCell(one, set, Temperature.Cold))),
            ],
        };
        string text = TuneTable.Render(report, columns);
        return text[(text.IndexOf("\n\n", StringComparison.Ordinal) + 2)..];
    }
}
