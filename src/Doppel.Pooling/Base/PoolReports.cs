namespace Doppel.Pooling;

/// <summary>Publishes the findings of <see cref="PoolChecks"/>. Thread-safe.</summary>
/// <remarks>
/// Findings are passed to the handlers of <see cref="Found"/>, or written to standard error if there are none.
/// </remarks>
public static class PoolReports
{
    /// <summary>
    /// Occurs for each finding, on the thread that detected it. That may be the finalizer thread, so handlers must be
    /// fast.
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
