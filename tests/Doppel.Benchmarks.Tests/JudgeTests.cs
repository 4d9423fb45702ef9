using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Tests;

public sealed class JudgeTests
{
    private const int Cores = 2;

    [Fact]
    public void A_cell_is_lost_when_ours_is_slower_than_the_margin_and_the_intervals_part()
    {
        Verdict verdict = Judge.Of([Row(Role.Rival, 100, 2), Row(Role.Ours, 120, 2)], Cores)!;
        Assert.Equal((0, 1), (verdict.Ahead, verdict.Judged));
        Assert.Contains("1.20 times", Assert.Single(verdict.Lost), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(109, 0.1)] // within the margin
    [InlineData(120, 30)] // the intervals overlap
    public void A_cell_is_kept_where(double ours, double halfWidth) =>
        Assert.Empty(Judge.Of([Row(Role.Rival, 100, 2), Row(Role.Ours, ours, halfWidth)], Cores)!.Lost);

    [Fact]
    public void The_best_rival_counts_and_neither_references_nor_published_figures_do()
    {
        Row[] rows =
        [
            Row(Role.Reference, 1, 0), Row(Role.Published, 2, 0),
            Row(Role.Rival, 300, 1), Row(Role.Rival, 100, 1), Row(Role.Ours, 90, 1),
        ];
        Verdict verdict = Judge.Of(rows, Cores)!;
        Assert.Equal((1, 1, 0), (verdict.Ahead, verdict.Judged, verdict.Lost.Count));
    }

    [Fact]
    public void Cells_with_more_threads_than_cores_are_not_judged()
    {
        Assert.Null(Judge.Of([Row(Role.Rival, 100, 1, "3"), Row(Role.Ours, 900, 1, "3")], Cores));
        Assert.NotNull(Judge.Of([Row(Role.Rival, 100, 1, "2"), Row(Role.Ours, 900, 1, "2")], Cores));
    }

    [Fact]
    public void Rows_of_another_cell_or_runtime_are_no_rivals()
    {
        Row ours = Row(Role.Ours, 900, 1, "1");
        Assert.Null(Judge.Of([Row(Role.Rival, 1, 0, "2"), ours], Cores));
        Assert.Null(Judge.Of([Row(Role.Rival, 1, 0, "1") with { Runtime = "another" }, ours], Cores));
    }

    [Fact]
    public void A_table_marks_what_is_lost()
    {
        ResultTable table = ResultTable.Of("T", [Row(Role.Rival, 100, 2), Row(Role.Ours, 150, 2)]);
        Assert.Contains("1.50 lost", table.Rows[1]);
        Assert.Contains("slower in 1", table.Verdict!.Sentence, StringComparison.Ordinal);
    }

    private static Row Row(Role role, double ns, double halfWidth, string? threads = null) => new()
    {
        Contestant = role.ToString(),
        Role = role,
        Parameters = threads is null ? [] : [new Parameter(Judge.Threads, threads)],
        CenterNs = ns,
        LowNs = ns - halfWidth,
        HighNs = ns + halfWidth,
        MedianNs = ns,
    };
}
