namespace Doppel.Reports;

/// <summary>The forms in which a report is written and read. docs/formats.md tells each exactly.</summary>
/// <remarks>All are read; <see cref="ReportFormats.CanWrite"/> tells which are written too.</remarks>
public enum ReportFormat : byte
{
    /// <summary>For people: groups with a head line and indented names.</summary>
    Text,

    /// <summary>JSON Lines, one object a line; the only form that carries everything.</summary>
    Json,

    /// <summary>Names, one a line, an empty line after each group; or the same with NUL.</summary>
    Fdupes,

    /// <summary>RFC 4180, one row for each name.</summary>
    Csv,

    /// <summary>The JSON report of fclones.</summary>
    Fclones,

    /// <summary>The text that fclones writes by default; only read.</summary>
    FclonesText,

    /// <summary>The JSON report of jdupes; only read.</summary>
    Jdupes,

    /// <summary>The JSON report of rmlint; only read.</summary>
    Rmlint,
}
