namespace Doppel.Reports;

/// <summary>What can be done with each form.</summary>
public static class ReportFormats
{
    /// <summary>Whether reports are written in the form; every form is read.</summary>
    public static bool CanWrite(this ReportFormat format) => format
        is ReportFormat.Text or ReportFormat.Json or ReportFormat.Fdupes or ReportFormat.Csv or ReportFormat.Fclones;
}
