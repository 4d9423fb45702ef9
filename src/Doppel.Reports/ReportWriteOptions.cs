namespace Doppel.Reports;

/// <summary>In what form a report is written.</summary>
public sealed record ReportWriteOptions
{
    /// <summary>The form, one that <see cref="ReportFormats.CanWrite"/> allows. Default: text.</summary>
    public ReportFormat Format { get; init; }

    /// <summary>
    /// Whether NUL ends each name and each group. Goes with fdupes; text becomes fdupes by it, since its head lines
    /// would stand in the way of a program that splits at NUL. Default: false.
    /// </summary>
    public bool NulAfterNames { get; init; }

    /// <summary>
    /// Whether names are made safe to look at: control, bidirectional, invisible and invalid parts become escapes.
    /// JSON, CSV and fclones stay exact and can be read back; text and fdupes cannot. Set it where the output is a
    /// terminal. Default: false.
    /// </summary>
    public bool EscapeNames { get; init; }

    /// <summary>Whether text carries ANSI colours; such text is not read back. Default: false.</summary>
    public bool Color { get; init; }

    /// <summary>
    /// For each root of the report the text that stands for it in text and fdupes, as the user typed it. Empty (the
    /// default): names are absolute. An empty label leaves the names of that root absolute.
    /// </summary>
    public IReadOnlyList<ReportName> RootLabels { get; init; } = [];

    /// <summary>Bytes handed to the stream at a time, 64 to 16,777,216. Default: 65,536.</summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>Throws where values do not go together.</summary>
    /// <exception cref="ArgumentException">The message tells which value and what is allowed.</exception>
    public void Validate()
    {
        if (!Format.CanWrite())
        {
            throw new ArgumentOutOfRangeException(
                nameof(Format), Format, "Format must be Text, Json, Fdupes, Csv or Fclones; others are only read.");
        }

        if (NulAfterNames && Format is not (ReportFormat.Fdupes or ReportFormat.Text))
        {
            throw new ArgumentException(
                "NulAfterNames goes with the formats fdupes and text only.", nameof(NulAfterNames));
        }

        if (BlockBytes is < 64 or > 16 * 1024 * 1024)
        {
            throw new ArgumentOutOfRangeException(nameof(BlockBytes), BlockBytes, "BlockBytes must be 64 to 16777216.");
        }
    }
}
