namespace Doppel.Reports;

/// <summary>Provides information about report formats.</summary>
public static class ReportFormats
{
    /// <summary>Returns whether reports can be written in a format. Every format can be read.</summary>
    public static bool CanWrite(this ReportFormat format) => format
        is ReportFormat.Text or ReportFormat.Json or ReportFormat.Fdupes or ReportFormat.Csv or ReportFormat.Fclones;
}
