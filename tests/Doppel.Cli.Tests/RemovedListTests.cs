using System.Text.RegularExpressions;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests;

/// <summary>The lines of <c>--removed-list</c>.</summary>
public sealed partial class RemovedListTests
{
    [Fact]
    public void The_example_in_the_docs_is_what_is_written()
    {
        PlanCopy gone = Copy("/data/ana/USB/sea.jpg") with
        {
            AddedTags = [new ReportTag("keywords", ["sun", "wind"])],
            LostTags = [new ReportTag("title", ["IMG 1"])],
        };
        string written = Write(
            [Group(gone)], new ActResult(gone.Names[0], new("/data/ana/sea.jpg"), ActStatus.Done, "", 0));
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "formats.md"));
        Assert.Equal(Example().Match(page).Groups[1].Value, written);
    }

    [Fact]
    public void Only_names_that_are_gone_are_listed()
    {
        ReportName keeper = new("/k");
        var done = new ActResult(new ReportName("/x"), keeper, ActStatus.Done, "", 0);
        Assert.Equal(
            """{"type":"removed","name":"/x","keeper":"/k"}""" + "\n",
            Write(
                [], done, done with { Status = ActStatus.Skipped }, done with { Status = ActStatus.Idle },
                done with { Status = ActStatus.Unfinished }, done with { IsLink = true }, done with { IsFolder = true },
                done with { IsOfEmptiedFolder = true }, done with { IsLeftEmpty = true },
                done with { Keeper = default }));
    }

    private static string Write(IEnumerable<PlanGroup> groups, params ActResult[] results)
    {
        using var tree = new TempTree();
        string file = $"{tree["list"]}";
        using (var list = new RemovedList(file, groups))
        {
            Array.ForEach(results, list.Take);
            Assert.Null(list.Fault);
        }

        return File.ReadAllText(file);
    }

    private static PlanGroup Group(PlanCopy gone) =>
        new() { Size = 1, Reason = "", Keep = [Copy("/data/ana/sea.jpg")], Drop = [gone] };

    private static PlanCopy Copy(string name) =>
        new() { Names = [new ReportName(name)], Facts = new FileFacts { Kind = EntryKind.File } };

    [GeneratedRegex("example of the removed list, kept by a test -->\n```json\n(.*?\n)```", RegexOptions.Singleline)]
    private static partial Regex Example();
}
