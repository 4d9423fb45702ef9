using System.Globalization;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>Formats the progress of transfers as a line.</summary>
/// <param name="verb">The verb, such as <c>Uploading</c>.</param>
/// <param name="clock">The clock, to compute the rate.</param>
/// <param name="totals">Returns the totals so far.</param>
/// <remarks>Thread-safe.</remarks>
internal sealed class TransferProgress(string verb, TimeProvider clock, Func<S3TransferTotals> totals)
{
    private readonly long _began = clock.GetTimestamp();

    /// <summary>Returns the current text, such as <c>Uploading  3/12 files  1.0 MiB/2.0 GiB  88.0 MiB/s</c>.</summary>
    internal string Now()
    {
        S3TransferTotals now = totals();
        string count = now.FilesExpected <= 1
            ? ""
            : string.Create(CultureInfo.InvariantCulture, $"  {now.Files:N0}/{now.FilesExpected:N0} files");
        double seconds = clock.GetElapsedTime(_began).TotalSeconds;
        string rate = now.Bytes > 0 && seconds >= 0.1 ? $"  {SizeText.Show((long)(now.Bytes / seconds))}/s" : "";
        string size = now.BytesExpected > 0
            ? $"{SizeText.Show(now.Bytes)}/{SizeText.Show(now.BytesExpected)}"
            : SizeText.Show(now.Bytes);
        return $"{verb}{count}  {size}{rate}";
    }
}
