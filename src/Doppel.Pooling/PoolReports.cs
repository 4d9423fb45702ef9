namespace Doppel.Pooling;

/// <summary>Where the findings of <see cref="PoolChecks"/> go. Thread-safe.</summary>
/// <remarks>To whoever listens to <see cref="Found"/>; if nobody does, to standard error.</remarks>
public static class PoolReports
{
    /// <summary>
    /// Raised for each finding, on the thread that found it; that may be the finalizer's, so be quick.
    /// </summary>
    public static event Action<PoolReport>? Found;

    internal static void Report(PoolReport report)
    {
        if (Found is { } listeners)
        {
            listeners(report);
            return;
        }

        string site = report.RentedAt.Length == 0 ? "" : " Rented at:" + Environment.NewLine + report.RentedAt;
        using Stream errors = Console.OpenStandardError();
        errors.Write(System.Text.Encoding.UTF8.GetBytes(
            $"pool '{report.Pool}': {report.Message}{site}{Environment.NewLine}"));
    }
}
