namespace Doppel.Reports;

/// <summary>Writes reports in every format that can be written.</summary>
/// <remarks>Thread-safe: calls share no state.</remarks>
public static class ReportWriter
{
    /// <summary>Writes a complete report and flushes the stream, which is left open.</summary>
    /// <remarks>
    /// Enumerates each sequence of the report once, in the order folders, groups, media, uniques, problems, and keeps
    /// none of it. Allocates one block and a few objects, but nothing per name.
    /// </remarks>
    /// <exception cref="ArgumentException">
    /// The options or the report break a rule: a copy has lists of different lengths; a group has no digest but the
    /// format is fclones; the report has folders but the format is not text, JSON or HTML, so that their files would be
    /// listed nowhere; or it has media groups in such a format, whose readers treat everything listed as equal files.
    /// Anything written so far stays written.
    /// </exception>
    /// <exception cref="IOException">The stream failed.</exception>
    public static ReportWriteResult Write(Report report, Stream stream, ReportWriteOptions options)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        if (report.Summary.Folders is not null && (options.NulAfterNames || !CarriesFolders(options.Format)))
        {
            throw new ArgumentException(
                "Only text, JSON and HTML carry folders. Search without them.", nameof(options));
        }

        if (report.Summary.Media is not null && (options.NulAfterNames || !CarriesMedia(options.Format)))
        {
            throw new ArgumentException(
                "Only text, JSON and HTML carry media groups. Search without them.", nameof(options));
        }

        var output = new Utf8Output(stream, options.BlockBytes);
        ReportWriteResult result = options.Format switch
        {
            ReportFormat.Json => new JsonReportWriter(output, options).Write(report),
            ReportFormat.Html => new HtmlReportWriter(output, options).Write(report),
            ReportFormat.Csv => new CsvReportWriter(output, options).Write(report),
            ReportFormat.Fclones => new FclonesReportWriter(output, options).Write(report),
            ReportFormat.Text when options.Terminal is not null =>
                new TerminalReportWriter(output, report, options).Write(),
            ReportFormat.Text when !options.NulAfterNames => new TextReportWriter(output, report, options).Write(),
            _ => new FdupesReportWriter(output, report, options).Write(),
        };
        output.Flush();
        return result;
    }

    /// <summary>Returns whether a format can represent media groups.</summary>
    public static bool CarriesMedia(ReportFormat format) =>
        format is ReportFormat.Text or ReportFormat.Json or ReportFormat.Html;

    /// <summary>Returns whether a format can represent duplicate folders.</summary>
    public static bool CarriesFolders(ReportFormat format) =>
        format is ReportFormat.Text or ReportFormat.Json or ReportFormat.Html;
}
