namespace Doppel.Reports;

/// <summary>Writes JSON Lines: begin, hard links, symbolic links, reflinks, problems, summary.</summary>
internal sealed class JsonLinkWriter(Utf8Output output, ReportWriteOptions options)
{
    private readonly JsonLinesWriter _lines = new(output, options.Escapes);

    public ReportWriteResult Write(LinkReport report)
    {
        long names = 0;
        long sets = 0;
        _lines.Write(JsonItems.Begin, report.Begin);
        foreach (ReportHardLinks links in report.HardLinks)
        {
            _lines.Write(HardLinks, links);
            names += links.Copy.Names.Count;
            sets++;
        }

        foreach (ReportSymbolicLink link in report.SymbolicLinks)
        {
            _lines.Write(SymbolicLink, link);
            names++;
        }

        foreach (ReportReflinks reflinks in report.Reflinks)
        {
            _lines.Write(Reflinks, reflinks);
            names += reflinks.Copies.Sum(static copy => copy.Names.Count);
            sets++;
        }

        foreach (ReportProblem problem in report.Problems)
        {
            _lines.Write(JsonItems.Problem, problem);
        }

        _lines.Write(Summary, report.Summary);
        return new ReportWriteResult { Groups = sets, Names = names, NamesLeftOut = 0, Problems = [] };
    }

    private static ReportHardLinks HardLinks(scoped ref JsonItem json, ReportHardLinks? links)
    {
        for (json.Begin("set of hard links", "hard_links"u8); json.Next();)
        {
            json.Long("size"u8, links!.Size);
            json.Long("outside"u8, links.Outside);
            json.Long("frees_max"u8, links.FreesMax);
            json.Value("copy"u8, links.Copy, JsonItems.Copy);
        }

        return links!;
    }

    private static ReportSymbolicLink SymbolicLink(scoped ref JsonItem json, ReportSymbolicLink? link)
    {
        for (json.Begin("symbolic link", "symbolic_link"u8); json.Next();)
        {
            json.Name("name"u8, link!.Name);
            json.Index("root"u8, link.Root);
            json.Name("target"u8, link.Target);
            json.Value("state"u8, link.State, State);
            json.Name("final"u8, link.Final, when: !link.Final.IsEmpty);
            json.Bool("leaves_roots"u8, link.LeavesRoots == true, when: link.LeavesRoots is not null);
            json.Bool("crosses_volumes"u8, link.CrossesVolumes == true, when: link.CrossesVolumes is not null);
        }

        return link!;
    }

    private static LinkState State(scoped ref JsonItem json, LinkState state)
    {
        json.WordValue(LinkStateWords.Of(state));
        return state;
    }

    private static ReportReflinks Reflinks(scoped ref JsonItem json, ReportReflinks? reflinks)
    {
        for (json.Begin("set of reflinks", "reflinks"u8); json.Next();)
        {
            json.Long("size"u8, reflinks!.Size);
            json.List("copies"u8, reflinks.Copies, JsonItems.Copy);
        }

        return reflinks!;
    }

    private static LinkSummary Summary(scoped ref JsonItem json, LinkSummary? summary)
    {
        for (json.Begin("summary", "summary"u8); json.Next();)
        {
            json.Bool("complete"u8, summary!.Complete);
            json.Long("hard_link_sets"u8, summary.HardLinkSets);
            json.Long("hard_link_names"u8, summary.HardLinkNames);
            json.Long("symbolic_links"u8, summary.SymbolicLinks);
            json.Long("broken_links"u8, summary.BrokenLinks);
            json.Long("looping_links"u8, summary.LoopingLinks);
            json.Long("reflink_sets"u8, summary.ReflinkSets);
            json.Long("reflinked_files"u8, summary.ReflinkedFiles);
            json.Long("problems"u8, summary.Problems);
            json.Long("opened"u8, summary.Opened);
            JsonItems.Seconds(ref json, summary.Seconds);
            json.List("stages"u8, summary.Stages, JsonItems.Stage);
        }

        return summary!;
    }
}
