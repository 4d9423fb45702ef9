using System.Text;

namespace Doppel.Reports;

/// <summary>Writes a report as one HTML page: on each line the data of an item and what people see of it.</summary>
internal sealed partial class HtmlReportWriter
{
    // Small, since they are emptied after each item.
    private const int FilterBytes = 1024;

    private readonly Func<IReadOnlyList<ReportCopy>, byte[]?>? _findThumbnail;

    private readonly Utf8Output _page;
    private readonly Utf8Output _data;
    private readonly Utf8Output _text;
    private readonly JsonReportWriter _json;
    private readonly HtmlNames _names;
    private readonly MediaDifferences _differences;

    public HtmlReportWriter(Utf8Output output, ReportWriteOptions options)
    {
        _page = output;
        _data = new Utf8Output(new HtmlFilter(output, isData: true), FilterBytes);
        _text = new Utf8Output(new HtmlFilter(output, isData: false), FilterBytes);
        _json = new JsonReportWriter(_data, options with { EscapeNames = true });
        _names = new HtmlNames(_page, _text);
        _differences = new MediaDifferences(_text);
        _findThumbnail = options.Thumbnails;
    }

    private int ThumbnailBytes { get; set; }

    private int ThumbnailsLeftOut { get; set; }

    public ReportWriteResult Write(Report report)
    {
        _page.Write(HtmlPage.Head);
        _names.Begin(report.Begin.Roots);
        WriteItem(JsonItems.Begin, report.Begin);
        WriteHeader(report);
        WriteFolders(report);
        WriteGroups(report);
        WriteMedia(report);
        WriteUniques(report);
        WriteProblems(report);
        WriteItem(JsonItems.Summary, report.Summary);
        _page.Write("</main>\n<footer>Written by Doppel "u8);
        _names.WriteShown(Encoding.UTF8.GetBytes(report.Begin.Version));
        _page.Write(". Times are in UTC. This page needs no network, and Doppel can read it."u8);
        _page.Write(HtmlPage.Legend);
        WriteThumbnailsLeftOut();
        _page.Write("</footer>\n"u8);
        _page.Write(HtmlPage.Foot);
        return _json.Written;
    }

    private void WriteHeader(Report report)
    {
        _page.Write("<header><h1>Duplicate files</h1><p>"u8);
        for (int i = 0; i < report.Begin.Roots.Count; i++)
        {
            _page.Write(i == 0 ? "In "u8 : ", "u8);
            _names.Write(report.Begin.Roots[i]);
        }

        _page.Write("</p><p>Searched: "u8);
        WriteTime(report.Begin.Started);
        _page.Write("UTC</p><p class=\"s\">"u8);
        TextLines.WriteTotal(_text, report.Summary);
        _text.Flush();
        if (report.Summary.Problems > 0)
        {
            _page.Write("; problems: "u8);
            _page.WriteCount(report.Summary.Problems);
        }

        _page.Write("</p>"u8);
        _page.Write(HtmlPage.Controls);
        _page.Write("</header>\n<main>\n"u8);
    }

    private void WriteGroups(Report report)
    {
        bool any = false;
        foreach (ReportGroup group in report.Groups)
        {
            WriteHeading(ref any, "Identical files"u8);
            BeginData();
            _json.WriteGroup(group);
            EndData();
            BeginDetails(
                group.RedundantBytes, group.Copies.Count, group.Size, group.Copies[0].Names[0],
                group.Copies[0].Roots[0], _findThumbnail?.Invoke(group.Copies));
            for (int i = 0; i < group.Copies.Count; i++)
            {
                WriteCopy(group.Copies[i]);
            }

            _page.Write("</ul><p class=\"q\">"u8);
            TextLines.WriteGroupHead(
                _text,
                new GroupHead(group.Copies.Count, group.Size, group.RedundantBytes, group.Proof, group.Digest));
            _text.Flush();
            _page.Write("</p></details>\n"u8);
        }
    }

    private void WriteUniques(Report report)
    {
        bool any = false;
        foreach (ReportUnique unique in report.Uniques)
        {
            WriteHeading(ref any, "Unique files"u8);
            BeginData();
            _json.WriteUnique(unique);
            EndData();
            _page.Write("<div class=\"i\"><span class=\"n\">"u8);
            WriteSize(unique.Size);
            _page.Write("</span><ul>"u8);
            WriteCopy(unique.Copy);
            _page.Write("</ul></div>\n"u8);
        }
    }

    private void WriteProblems(Report report)
    {
        bool any = false;
        foreach (ReportProblem problem in report.Problems)
        {
            WriteItem(ref any, "Problems"u8, JsonItems.Problem, problem);
            WriteNote(problem.Path, $"{problem.Step}: {problem.Message} ({problem.Reason})");
        }
    }

    /// <summary>Writes the data of an item, after a heading if it is the first of its kind.</summary>
    private void WriteItem<T>(ref bool any, ReadOnlySpan<byte> heading, JsonCodec<T> codec, T item)
    {
        WriteHeading(ref any, heading);
        WriteItem(codec, item);
    }

    private void WriteItem<T>(JsonCodec<T> codec, T item)
    {
        BeginData();
        _json.WriteItem(codec, item);
        EndData();
    }

    private void WriteHeading(ref bool any, ReadOnlySpan<byte> heading)
    {
        if (!any)
        {
            _page.Write("<h2>"u8);
            _page.Write(heading);
            _page.Write("</h2>\n"u8);
        }

        any = true;
    }

    /// <summary>Writes an item that has no more than a name and a sentence.</summary>
    private void WriteNote(ReportName name, string text)
    {
        _page.Write("<div class=\"i\">"u8);
        _names.Write(name);
        _page.Write("<p class=\"q\">"u8);
        _names.WriteShown(Encoding.UTF8.GetBytes(text));
        _page.Write("</p></div>\n"u8);
    }

    /// <summary>Begins what opens with a click, up to the start of its list of names.</summary>
    private void BeginDetails(
        long redundant, int copies, long size, ReportName name, int root, byte[]? thumbnail = null)
    {
        _page.Write("<details><summary><b>"u8);
        WriteSize(redundant);
        _page.Write("</b><span class=\"n\">"u8);
        _page.WriteCount(copies);
        _page.Write(" × "u8);
        WriteSize(size);
        _page.Write("</span>"u8);
        WriteThumbnail(thumbnail);
        _page.Write("<span class=\"s\">"u8);
        _names.WriteLast(name);
        _page.Write("</span> <span class=\"d\">"u8);
        _names.WriteFolder(name, root);
        _page.Write("</span></summary><ul>"u8);
    }

    private void WriteCopy(ReportCopy copy)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            _page.Write(i == 0 ? "<li>"u8 : "<li class=\"h\">= "u8);
            if (i == 0 && copy.Modified != default)
            {
                WriteTime(copy.Modified);
            }

            _names.Write(copy.Names[i], copy.Roots[i]);
            _page.Write("</li>"u8);
        }

        foreach (ReportName companion in copy.Companions ?? [])
        {
            _page.Write("<li class=\"h\">+ "u8);
            _names.WriteLast(companion);
            _page.Write("</li>"u8);
        }
    }

    private void WriteTime(ReportTime time)
    {
        Span<byte> text = stackalloc byte[ReportTimes.TextBytesMax];
        text = text[..ReportTimes.Write(time, text)];
        int date = text.IndexOf((byte)'T');
        _page.Write("<time>"u8);
        _page.Write(date < 0 ? text : text[..date]);
        if (date >= 0)
        {
            _page.Write((byte)' ');
            _page.Write(text.Slice(date + 1, 5));
        }

        _page.Write("</time>"u8);
    }

    private void WriteSize(long bytes)
    {
        if (bytes < 0)
        {
            _page.Write((byte)'-');
            return;
        }

        if (bytes < 1024)
        {
            _page.WriteCount(bytes);
            _page.Write(" B"u8);
            return;
        }

        (ulong tenths, string unit) = TextLines.Scaled(bytes);
        _page.WriteCount((long)(tenths / 10));
        _page.Write((byte)'.');
        _page.Write(tenths % 10);
        _page.Write((byte)' ');
        _page.WriteText(unit);
    }

    private void BeginData() => _page.Write(HtmlLines.DataStart);

    private void EndData()
    {
        _data.Flush();
        _page.Write(HtmlLines.DataEnd);
    }
}
