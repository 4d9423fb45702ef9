using System.Globalization;

namespace Doppel.Cli;

/// <summary>Formats how much of some work is finished, for a progress line.</summary>
internal static class WorkText
{
    /// <summary>Returns a text such as <c>  12/345 files  1.0 MiB/2.0 GiB  88.0 MiB/s  0:23 left</c>.</summary>
    /// <param name="work">How much is finished.</param>
    /// <param name="elapsed">The time since the work began.</param>
    internal static string Of(in WorkDone work, TimeSpan elapsed)
    {
        string total = work.ItemsTotal > 0
            ? string.Create(CultureInfo.InvariantCulture, $"/{work.ItemsTotal:N0}")
            : "";
        string text = string.Create(CultureInfo.InvariantCulture, $"  {work.Items:N0}{total} {work.Noun}");
        if (work.BytesTotal > 0)
        {
            text += $"  {SizeText.Show(work.Bytes)}/{SizeText.Show(work.BytesTotal)}";
        }

        if (work.Bytes > 0 && elapsed.TotalSeconds >= 0.1)
        {
            text += $"  {SizeText.Show((long)(work.Bytes / elapsed.TotalSeconds))}/s";
        }

        return text + Left(work, elapsed);
    }

    // Based on bytes if they are known, otherwise on items. Files that turn out to differ make it too long.
    private static string Left(in WorkDone work, TimeSpan elapsed)
    {
        (long amount, long total) = work.BytesTotal > 0
            ? (work.Bytes, work.BytesTotal)
            : (work.Items, work.ItemsTotal);
        double done = total > 0 ? (double)amount / total : 0;
        if (!work.HasEstimate || done < 0.01 || elapsed.TotalSeconds < 1)
        {
            return "";
        }

        double seconds = Math.Min(
            elapsed.TotalSeconds * (1 - Math.Min(done, 1)) / done, TimeSpan.FromDays(99).TotalSeconds);
        return $"  {DurationText.Show(TimeSpan.FromSeconds(seconds))} left";
    }
}

/// <summary>How much of some work is finished.</summary>
/// <param name="Items">The number of finished items.</param>
/// <param name="ItemsTotal">The number of all items; 0 if it is unknown.</param>
/// <param name="Noun">What the items are, such as "files".</param>
/// <param name="Bytes">The number of finished bytes.</param>
/// <param name="BytesTotal">The number of all bytes; 0 if it is unknown.</param>
internal readonly record struct WorkDone(long Items, long ItemsTotal, string Noun, long Bytes, long BytesTotal)
{
    /// <summary>Gets whether the remaining time can be estimated. Default: true.</summary>
    internal bool HasEstimate { get; init; } = true;
}
