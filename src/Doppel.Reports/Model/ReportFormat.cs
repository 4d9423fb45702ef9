namespace Doppel.Reports;

/// <summary>Specifies the format of a report.</summary>
/// <remarks>
/// All formats can be read. <see cref="ReportFormats.CanWrite"/> returns whether a format can also be written.
/// </remarks>
public enum ReportFormat : byte
{
    /// <summary>Human-readable text: groups with a header line and indented names.</summary>
    Text,

    /// <summary>JSON Lines, one object per line. Carries all data.</summary>
    Json,

    /// <summary>
    /// One name per line and an empty line after each group, or the same with NUL instead of line breaks.
    /// </summary>
    Fdupes,

    /// <summary>RFC 4180, one row per name.</summary>
    Csv,

    /// <summary>The JSON report of fclones.</summary>
    Fclones,

    /// <summary>The text that fclones writes by default. Read only.</summary>
    FclonesText,

    /// <summary>The JSON report of jdupes. Read only.</summary>
    Jdupes,

    /// <summary>The JSON report of rmlint. Read only.</summary>
    Rmlint,

    /// <summary>One HTML page for people, which also carries all data.</summary>
    Html,
}

/// <summary>Provides information about report formats.</summary>
public static class ReportFormats
{
    /// <summary>Returns whether reports can be written in a format. Every format can be read.</summary>
    public static bool CanWrite(this ReportFormat format) => format
        is ReportFormat.Text or ReportFormat.Json or ReportFormat.Fdupes or ReportFormat.Csv or ReportFormat.Fclones
            or ReportFormat.Html;
}
