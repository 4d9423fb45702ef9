namespace Doppel.Reports;

/// <summary>Options that say how to write a report.</summary>
public sealed record ReportWriteOptions
{
    /// <summary>
    /// Gets the format, which must be one that <see cref="ReportFormats.CanWrite"/> allows. Default: text.
    /// </summary>
    public ReportFormat Format { get; init; }

    /// <summary>
    /// Gets whether NUL ends each name and each group. Applies to fdupes; text becomes fdupes, because its header lines
    /// would confuse a program that splits at NUL. Default: false.
    /// </summary>
    public bool NulAfterNames { get; init; }

    /// <summary>
    /// Gets whether names are made safe for display: control, bidirectional, invisible and invalid parts are escaped.
    /// JSON, CSV, fclones and HTML remain exact and can be read back; text and fdupes cannot. Set this if the output is
    /// a terminal. Default: false.
    /// </summary>
    public bool EscapeNames { get; init; }

    /// <summary>Gets whether text contains ANSI colors. Such text cannot be read back. Default: false.</summary>
    public bool Color { get; init; }

    /// <summary>
    /// Gets, for each root of the report, the text that replaces it in text and fdupes, as the user typed it. An empty
    /// label leaves the names in that root absolute. Default: empty, which makes all names absolute.
    /// </summary>
    public IReadOnlyList<ReportName> RootLabels { get; init; } = [];

    /// <summary>Gets whether text contains only the line with the totals. Default: false.</summary>
    public bool TotalsOnly { get; init; }

    /// <summary>
    /// Gets the time zone of the modification time that text shows beside each name, after the size of the file; null
    /// to show neither. Default: null.
    /// </summary>
    public TimeZoneInfo? DetailsZone { get; init; }

    /// <summary>
    /// Gets the terminal on which a person reads text; null for the documented text, which can be read back. Text for a
    /// terminal fits its columns, always has safe names, shows what deleting frees, and leaves out exact sizes, proofs
    /// and digests. Default: null.
    /// </summary>
    public TerminalLayout? Terminal { get; init; }

    /// <summary>
    /// Gets what finds a small JPEG of at most 64 KiB for copies with the same picture, null if there is none. Pages
    /// show it beside the group; those that begin when 8 MiB are full are counted and left out. Requires the format
    /// HTML. Default: null, which shows none.
    /// </summary>
    public Func<IReadOnlyList<ReportCopy>, byte[]?>? Thumbnails { get; init; }

    /// <summary>Gets the number of bytes written to the stream at a time, 64 to 16,777,216. Default: 65,536.</summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>Gets which characters of a JSON string are escaped.</summary>
    internal JsonEscapes Escapes => EscapeNames ? JsonEscapes.Deceptive : JsonEscapes.Controls;

    /// <summary>Checks that the values are in range and consistent.</summary>
    /// <exception cref="ArgumentException">A value is invalid; the message names it and what is allowed.</exception>
    public void Validate()
    {
        if (!Format.CanWrite())
        {
            throw new ArgumentOutOfRangeException(
                nameof(Format),
                Format,
                "Format must be Text, Json, Fdupes, Csv, Fclones or Html; others are only read.");
        }

        if (NulAfterNames && Format is not (ReportFormat.Fdupes or ReportFormat.Text))
        {
            throw new ArgumentException(
                "NulAfterNames goes with the formats fdupes and text only.", nameof(NulAfterNames));
        }

        if ((TotalsOnly || DetailsZone is not null) && (Format != ReportFormat.Text || NulAfterNames))
        {
            throw new ArgumentException("TotalsOnly and DetailsZone require the format Text.", nameof(Format));
        }

        if (Thumbnails is not null && Format != ReportFormat.Html)
        {
            throw new ArgumentException("Thumbnails requires the format Html.", nameof(Thumbnails));
        }

        if (Terminal is { } terminal)
        {
            if (Format != ReportFormat.Text || NulAfterNames || DetailsZone is not null)
            {
                throw new ArgumentException(
                    "Terminal requires the format Text without NulAfterNames and DetailsZone.", nameof(Terminal));
            }

            if (terminal.Columns < TerminalLayout.ColumnsMin)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(Terminal), terminal.Columns, "A terminal must have at least 20 columns.");
            }
        }

        if (BlockBytes is < 64 or > 16 * 1024 * 1024)
        {
            throw new ArgumentOutOfRangeException(nameof(BlockBytes), BlockBytes, "BlockBytes must be 64 to 16777216.");
        }
    }
}
