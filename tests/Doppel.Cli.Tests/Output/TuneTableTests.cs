namespace Doppel.Cli.Tests.Output;

/// <summary>The table of <c>doppel tune</c> on terminals of different widths.</summary>
public sealed class TuneTableTests
{
    private static readonly string[][] s_table =
    [
        ["cold, MB/s", "from 2 B", "from 1,001 B"],
        ["engine", "-", "*120 ±3.50"],
        ["pread-8", "-", "9.12"],
    ];

    [Fact]
    public void Columns_are_side_by_side_if_they_fit() => Assert.Equal(
        """

        cold, MB/s  from 2 B  from 1,001 B
        engine             -    *120 ±3.50
        pread-8            -          9.12

        No recommendation.

        """,
        Table(80));

    [Fact]
    public void On_a_narrow_terminal_every_set_has_a_line() => Assert.Equal(
        """

        cold, MB/s
        engine
          from 2 B: -
          from 1,001 B: *120 ±3.50
        pread-8
          from 2 B: -
          from 1,001 B: 9.12

        No recommendation.

        """,
        Table(30));

    [Fact]
    public void The_recommendation_is_followed_by_its_reasons() => Assert.Equal(
        "2 B and more: 3 files\n\nbest: engine\n  It is as fast\n  as all others.\n",
        TuneTable.Render(
            new TuneFigures(["2 B and more: 3 files"], [], "best: engine", ["It is as fast as all others."]), 18));

    private static string Table(int columns) => TuneTable.Render(new TuneFigures([], [s_table], null, []), columns);
}
