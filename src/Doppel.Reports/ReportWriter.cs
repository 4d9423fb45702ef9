using Doppel.Reports.Csv;
using Doppel.Reports.Fclones;
using Doppel.Reports.Fdupes;
using Doppel.Reports.Json;
using Doppel.Reports.Shared;
using Doppel.Reports.Text;

namespace Doppel.Reports;

/// <summary>Writes reports in every format.</summary>
/// <remarks>Thread-safe: calls share nothing.</remarks>
public static class ReportWriter
{
    /// <summary>Writes a report from its first byte to its last and flushes the stream, which stays open.</summary>
    /// <remarks>
    /// Walks each sequence of the report once, in the order folders, groups, media, uniques, problems, and keeps none
    /// of it. Allocates a block and a few objects, nothing for each name.
    /// </remarks>
    /// <exception cref="ArgumentException">
    /// The options or the report break a rule: a copy whose lists differ in length, a group without digest for fclones,
    /// folders in another format than text and JSON, since what lies in them would be told nowhere, and media groups,
    /// since whoever reads such a format takes what it lists for equal files.
    /// What was written so far stays written.
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
            throw new ArgumentException("Only text and JSON carry folders. Search without them.", nameof(options));
        }

        if (report.Summary.Media is not null && (options.NulAfterNames || !CarriesMedia(options.Format)))
        {
            throw new ArgumentException("Only text and JSON carry media groups. Search without them.", nameof(options));
        }

        var output = new Utf8Output(stream, options.BlockBytes);
        ReportWriteResult result = options.Format switch
        {
            ReportFormat.Json => new JsonReportWriter(output, options).Write(report),
            ReportFormat.Csv => new CsvReportWriter(output, options).Write(report),
            ReportFormat.Fclones => new FclonesReportWriter(output, options).Write(report),
            ReportFormat.Text when !options.NulAfterNames => new TextReportWriter(output, report, options).Write(),
            _ => new FdupesReportWriter(output, report, options).Write(),
        };
        output.Flush();
        return result;
    }

    /// <summary>Whether a format has a place for media groups.</summary>
    public static bool CarriesMedia(ReportFormat format) => format is ReportFormat.Text or ReportFormat.Json;

    /// <summary>Whether a format has a place for duplicate folders.</summary>
    public static bool CarriesFolders(ReportFormat format) => format is ReportFormat.Text or ReportFormat.Json;
}
