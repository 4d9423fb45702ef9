using System.Globalization;
using Doppel.Benchmarks.S3Memory.Limits;
using Doppel.Benchmarks.S3Memory.Load;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>One contestant from its start to the look at what it left.</summary>
internal static class MemoryRun
{
    // Enough for the code on the way of a document to be compiled.
    private static readonly MemoryCell s_warmUp = new(Uploads: 2, Bytes: 9 << 20);

    /// <summary>Runs it, on a server that holds nothing else.</summary>
    public static async Task<MemoryResult> RunAsync(
        MemoryContestant contestant, MemoryCell cell, DocumentFiles files, StoreServer store)
    {
        string bucket = string.Create(
            CultureInfo.InvariantCulture, $"doppel-memory-{Environment.ProcessId}-{contestant.Id}");
        using S3Client s3 = store.Connect();
        LimitedService service = await LimitedService.StartAsync(contestant, store, bucket).ConfigureAwait(false);
        await using (service.ConfigureAwait(false))
        {
            await PrepareAsync(s3, bucket, s_warmUp).ConfigureAwait(false);
            await ServiceLoad.RunAsync(
                service.Address, contestant, s_warmUp, FilesOf(s_warmUp)).ConfigureAwait(false);
            await ForgetAsync(s3, bucket, s_warmUp).ConfigureAwait(false);
            await PutSourceAsync(s3, bucket, cell, files).ConfigureAwait(false);
            service.Watch();
            LoadOutcome outcome =
                await ServiceLoad.RunAsync(service.Address, contestant, cell, files).ConfigureAwait(false);
            ServiceFigures figures = await service.FiguresAsync().ConfigureAwait(false);
            StoredCheck stored = await StoredCheck.RunAsync(s3, bucket, cell, files).ConfigureAwait(false);
            return new MemoryResult(contestant, outcome, figures, stored, service.LimitName, store.Name);
        }
    }

    /// <summary>The documents of a cell: one for each upload, and the one that is downloaded.</summary>
    public static DocumentFiles FilesOf(MemoryCell cell) => new(cell.Uploads + 1, cell.Bytes);

    private static async Task PrepareAsync(S3Client s3, string bucket, MemoryCell cell)
    {
        await s3.CreateBucketAsync(bucket).ConfigureAwait(false);
        await PutSourceAsync(s3, bucket, cell, FilesOf(cell)).ConfigureAwait(false);
    }

    // Else the documents of the warm-up would stand for those that do not arrive later.
    private static async Task ForgetAsync(S3Client s3, string bucket, MemoryCell cell)
    {
        for (int number = 0; number < cell.Uploads; number++)
        {
            await s3.DeleteObjectAsync(bucket, DocumentFiles.NameOf(number)).ConfigureAwait(false);
        }
    }

    private static async Task PutSourceAsync(S3Client s3, string bucket, MemoryCell cell, DocumentFiles files)
    {
        using var content = new DocumentContent(files, cell.Uploads);
        using Stream stream = await content.ReadAsStreamAsync().ConfigureAwait(false);
        await s3.UploadAsync(bucket, ServiceLoad.Source, stream).ConfigureAwait(false);
    }
}
