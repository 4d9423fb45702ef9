namespace Doppel.S3.Transfer;

/// <summary>Counts what is transferred, and passes on what happens.</summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="items">Receives what happens; null to discard.</param>
internal sealed class TransferCounters(IProgress<S3TransferItem>? items)
{
    private readonly long[] _steps = new long[Enum.GetValues<S3TransferStep>().Length];
    private long _bytes;
    private long _bytesExpected;
    private long _filesExpected;
    private long _notDeleted;

    /// <summary>Gets the number of problems so far.</summary>
    internal long Problems => Of(S3TransferStep.Problem);

    /// <summary>Gets all totals.</summary>
    internal S3TransferTotals Totals => new()
    {
        Files = Of(S3TransferStep.Uploaded) + Of(S3TransferStep.Downloaded) + Of(S3TransferStep.Copied),
        FilesExpected = Interlocked.Read(ref _filesExpected),
        Bytes = Interlocked.Read(ref _bytes),
        BytesExpected = Interlocked.Read(ref _bytesExpected),
        Unchanged = Of(S3TransferStep.Unchanged),
        Kept = Of(S3TransferStep.Kept),
        Deleted = Of(S3TransferStep.Deleted),
        NotDeleted = Interlocked.Read(ref _notDeleted),
        Problems = Problems,
        NotVerified = Of(S3TransferStep.NotVerified),
    };

    /// <summary>Adds a file or object to transfer.</summary>
    internal void Expect(long bytes)
    {
        Interlocked.Add(ref _bytesExpected, bytes);
        Interlocked.Increment(ref _filesExpected);
    }

    /// <summary>Adds transferred bytes.</summary>
    internal void Add(long bytes) => Interlocked.Add(ref _bytes, bytes);

    /// <summary>Counts what is not deleted.</summary>
    internal void LeaveAlone(long entries) => Interlocked.Add(ref _notDeleted, entries);

    /// <summary>Counts and reports what happened.</summary>
    internal void Report(S3TransferItem item)
    {
        Interlocked.Increment(ref _steps[(int)item.Step]);
        if (item.Step is S3TransferStep.Unchanged or S3TransferStep.Kept)
        {
            Interlocked.Add(ref _bytesExpected, -item.Bytes);
            Interlocked.Decrement(ref _filesExpected);
        }

        items?.Report(item);
    }

    private long Of(S3TransferStep step) => Interlocked.Read(ref _steps[(int)step]);
}

/// <summary>The progress of a single transfer: adds the increase since the last report.</summary>
/// <param name="all">Counts the bytes.</param>
internal sealed class OneProgress(TransferCounters all) : IProgress<long>
{
    private long _told;

    /// <summary>Subtracts the reported bytes after a failure, because only complete objects count.</summary>
    internal void TakeBack() => Report(0);

    public void Report(long value) => all.Add(value - Interlocked.Exchange(ref _told, value));
}
