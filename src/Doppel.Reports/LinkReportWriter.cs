namespace Doppel.Reports;

/// <summary>Writes lists of links as human-readable text, NUL-separated names, or JSON Lines.</summary>
/// <remarks>Thread-safe: calls share no state.</remarks>
public static class LinkReportWriter
{
    /// <summary>Writes a complete list and flushes the stream, which is left open.</summary>
    /// <remarks>
    /// Enumerates each sequence once, in the order of <see cref="LinkReport"/>, and keeps none of it.
    /// </remarks>
    /// <exception cref="ArgumentException">
    /// The options break a rule; <see cref="ReportWriteOptions.Format"/> must be text or JSON.
    /// </exception>
    /// <exception cref="IOException">The stream failed.</exception>
    public static ReportWriteResult Write(LinkReport report, Stream stream, ReportWriteOptions options)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        var output = new Utf8Output(stream, options.BlockBytes);
        ReportWriteResult result = options.Format switch
        {
            ReportFormat.Json => new JsonLinkWriter(output, options).Write(report),
            ReportFormat.Text when options.NulAfterNames => new NulLinkWriter(output, report, options).Write(),
            ReportFormat.Text => new TextLinkWriter(output, report, options).Write(),
            _ => throw new ArgumentException("Links are listed as text or JSON.", nameof(options)),
        };
        output.Flush();
        return result;
    }
}
