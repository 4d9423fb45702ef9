using Doppel.Benchmarks.Comparing;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Tests;

public sealed class ComparingTests
{
    private const int FileBytes = 100_000;

    [Fact]
    public void Every_way_to_compare_finds_the_same_groups() => new ComparingSuite().Verify();

    [Fact]
    public void A_way_that_finds_other_groups_is_refused()
    {
        using var scratch = new ScratchFolder("comparing-test");
        using var files = new ContentFiles(Path.Combine(scratch.Path, "files"), groupSize: 3, FileBytes, groups: 1);
        var cell = new ContentCell(3, FileBytes, DifferencePlace.End, 3);
        Comparison way = Ways.Main[0];
        way.Run(files);
        files.Set(cell);

        Assert.Throws<Frame.VerifyException>(() => way.Check(files, cell));
    }

    // Six files that all differ: each with each of those before it, the left one opened once for all its partners.
    [Theory]
    [InlineData("pairwise", 5 + 15)]
    [InlineData(Ways.Lockstep, 6)]
    [InlineData(Ways.OwnHashing, 6)]
    public void Openings_are_those_that_the_way_has_to_make(string name, long opens)
    {
        using var scratch = new ScratchFolder("comparing-test");
        using var files = new ContentFiles(Path.Combine(scratch.Path, "files"), groupSize: 6, FileBytes, groups: 1);
        files.Set(new ContentCell(6, FileBytes, DifferencePlace.Middle, 6));
        Comparison way = Ways.All.Single(one => one.Name == name);
        way.Run(files);

        Assert.Equal(opens, way.Opens);
    }

    [Theory]
    [InlineData(200, 2)]
    [InlineData(200, 200)]
    public void Lockstep_takes_turns_when_a_group_has_more_files_than_may_be_open(int groupSize, int contents)
    {
        using var scratch = new ScratchFolder("comparing-test");
        using var files = new ContentFiles(Path.Combine(scratch.Path, "files"), groupSize, fileBytes: 64, groups: 1);
        var cell = new ContentCell(groupSize, 64, DifferencePlace.End, contents);
        files.Set(cell);
        Comparison way = Ways.All.Single(one => one.Name == Ways.Lockstep);
        way.Run(files);

        way.Check(files, cell);
        Assert.True(way.Opens > groupSize);
    }
}
