using System.Diagnostics;
using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>Clients of a service, all at once.</summary>
internal static class ServiceLoad
{
    /// <summary>What is downloaded.</summary>
    public const string Source = "source.pdf";

    private const int PieceBytes = 64 * 1024;

    // After this a request counts as not finished.
    private static readonly TimeSpan s_timeMax = TimeSpan.FromMinutes(5);

    /// <summary>Uploads documents 0 and up, and downloads as many times <see cref="Source"/>.</summary>
    public static async Task<LoadOutcome> RunAsync(
        Uri address, MemoryContestant contestant, MemoryCell cell, DocumentFiles files)
    {
        using var client = new HttpClient { BaseAddress = address, Timeout = Timeout.InfiniteTimeSpan };
        using var patience = new CancellationTokenSource(s_timeMax);
        var outcome = new LoadOutcome();
        long began = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, cell.Uploads).SelectMany(number => (Task[])
        [
            TryAsync(outcome, "upload", () => UploadAsync(client, contestant, files, number, outcome, patience.Token)),
            TryAsync(outcome, "download", () => DownloadAsync(client, cell, files, outcome, patience.Token)),
        ])).ConfigureAwait(false);
        outcome.Time = Stopwatch.GetElapsedTime(began);
        return outcome;
    }

    private static async Task TryAsync(LoadOutcome outcome, string what, Func<Task> request)
    {
        try
        {
            await request().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            outcome.CountFailure($"{what} not finished in {s_timeMax.TotalMinutes:0} minutes");
        }
        catch (Exception broken) when (broken is HttpRequestException or IOException)
        {
            outcome.CountFailure($"{what} whose connection broke");
        }
    }

    private static async Task UploadAsync(
        HttpClient client, MemoryContestant contestant, DocumentFiles files, int number, LoadOutcome outcome,
        CancellationToken cancellationToken)
    {
        using var form = new MultipartFormDataContent
        {
            { new DocumentContent(files, number), "file", DocumentFiles.NameOf(number) },
        };
        using HttpResponseMessage answer = await client
            .PostAsync(new Uri(contestant.UploadPath, UriKind.Relative), form, cancellationToken).ConfigureAwait(false);
        if (answer.IsSuccessStatusCode)
        {
            outcome.CountUpload();
        }
        else
        {
            outcome.CountFailure(Status("upload", answer));
        }
    }

    private static async Task DownloadAsync(
        HttpClient client, MemoryCell cell, DocumentFiles files, LoadOutcome outcome,
        CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await client.GetAsync(
            new Uri($"documents/{Source}", UriKind.Relative), HttpCompletionOption.ResponseHeadersRead,
            cancellationToken).ConfigureAwait(false);
        if (!answer.IsSuccessStatusCode)
        {
            outcome.CountFailure(Status("download", answer));
            return;
        }

        using Stream body = await answer.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        (long bytes, Digest128 digest) = await HashAsync(body, cancellationToken).ConfigureAwait(false);
        if (bytes == cell.Bytes && digest == files.DigestOf(cell.Uploads))
        {
            outcome.CountDownload();
        }
        else
        {
            outcome.CountFailure("download of other bytes");
        }
    }

    /// <summary>Reads to the end.</summary>
    public static async Task<(long Bytes, Digest128 Digest)> HashAsync(
        Stream body, CancellationToken cancellationToken)
    {
        var piece = new byte[PieceBytes];
        var state = new Xxh3State();
        int count;
        while ((count = await body.ReadAsync(piece, cancellationToken).ConfigureAwait(false)) != 0)
        {
            state.Append(piece.AsSpan(0, count));
        }

        return ((long)state.Length, state.GetDigest());
    }

    private static string Status(string what, HttpResponseMessage answer) =>
        string.Create(CultureInfo.InvariantCulture, $"{what} answered {(int)answer.StatusCode}");
}
