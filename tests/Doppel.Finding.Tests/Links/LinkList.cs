using Doppel.Reports;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Lists links on a test volume and shows what came out in a form that tests can spell out.</summary>
internal static class LinkList
{
    internal static FindOptions Options(IVolume volume, params string[] roots)
    {
        FindOptions options = Search.Options(volume, roots);
        return options with { Filter = options.Filter with { SizeMin = 0 } };
    }

    internal static LinkResult Run(FindOptions options, LinkKinds kinds = LinkKinds.All) =>
        LinkLister.List(options, kinds, null, TestContext.Current.CancellationToken);

    /// <summary>Lists and compares everything, a line each; problems as path, step and reason.</summary>
    internal static void Check(
        FindOptions options, string links, string problems = "", LinkKinds kinds = LinkKinds.All)
    {
        using LinkResult result = Run(options, kinds);
        Assert.Equal(Trimmed(problems), string.Join(
            '\n', result.Problems.Select(problem => $"{problem.Path} {problem.Step} {problem.Reason}")));
        Assert.Equal(Trimmed(links), Lines(result));
        Assert.True(result.Summary.Complete);
        CheckSummary(result);
    }

    internal static void CheckSummary(LinkResult result)
    {
        LinkSummary summary = result.Summary;
        Assert.Equal(result.HardLinks.Count(), summary.HardLinkSets);
        Assert.Equal(result.HardLinks.Sum(set => set.Copy.Names.Count), summary.HardLinkNames);
        Assert.Equal(result.SymbolicLinks.Count(), summary.SymbolicLinks);
        Assert.Equal(result.SymbolicLinks.Count(link => link.State == LinkState.Broken), summary.BrokenLinks);
        Assert.Equal(result.SymbolicLinks.Count(link => link.State == LinkState.Loop), summary.LoopingLinks);
        Assert.Equal(result.Reflinks.Count(), summary.ReflinkSets);
        Assert.Equal(result.Reflinks.Sum(set => set.Copies.Count), summary.ReflinkedFiles);
        Assert.Equal(result.Problems.Count, summary.Problems);
    }

    /// <summary>
    /// <c>H size outside: names</c>, <c>S name -> target state final marks</c>, <c>R size: names | names</c>.
    /// </summary>
    internal static string Lines(LinkResult result) => string.Join(
        '\n',
        [.. result.HardLinks.Select(Line), .. result.SymbolicLinks.Select(Line), .. result.Reflinks.Select(Line)]);

    private static string Line(ReportHardLinks set) => $"H {set.Size} {set.Outside}: {Names(set.Copy)}";

    private static string Line(ReportSymbolicLink link)
    {
        string final = link.Final.IsEmpty ? "" : $" {link.Final}";
        string leaves = link.LeavesRoots == true ? " leaves" : "";
        string crosses = link.CrossesVolumes == true ? " crosses" : "";
        return $"S {link.Name} -> {link.Target} {link.State}{final}{leaves}{crosses}";
    }

    private static string Line(ReportReflinks set) => $"R {set.Size}: {string.Join(" | ", set.Copies.Select(Names))}";

    private static string Names(ReportCopy copy) => string.Join(" = ", copy.Names);

    private static string Trimmed(string lines) => string.Join(
        '\n', lines.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
}
