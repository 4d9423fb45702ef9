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

/// <summary>A finding of a pool's checks.</summary>
/// <param name="Kind">The kind of finding.</param>
/// <param name="Pool">The name of the pool.</param>
/// <param name="Message">The description of the finding, in one sentence.</param>
/// <param name="RentedAt">The call stack of the rent, one line per frame; empty if unknown.</param>
public sealed record PoolReport(PoolReportKind Kind, string Pool, string Message, string RentedAt);

/// <summary>The kinds of findings of a pool's checks.</summary>
public enum PoolReportKind
{
    /// <summary>A rented item became unreachable without being returned.</summary>
    Leak,

    /// <summary>An item was modified after it was returned.</summary>
    UseAfterReturn,
}
