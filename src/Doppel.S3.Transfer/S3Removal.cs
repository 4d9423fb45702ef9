namespace Doppel.S3.Transfer;

/// <summary>The files or objects that a folder transfer deletes, because only its target has them.</summary>
/// <remarks>Thread-safe.</remarks>
public sealed class S3Removal
{
    private readonly TransferSide _target;
    private readonly TransferContext _context;

    internal S3Removal(
        TransferSide target, LocalFolder? local, IReadOnlyList<S3TransferEntry> entries, TransferContext context)
    {
        _target = target;
        _context = context;
        Local = local;
        Entries = entries;
    }

    /// <summary>The entries, ordered by name: either files or objects.</summary>
    public IReadOnlyList<S3TransferEntry> Entries { get; }

    /// <summary>The bucket of the objects, or null if the entries are files.</summary>
    public string? Bucket => _target.Bucket?.Bucket;

    /// <summary>The prefix of the keys, which the names of the objects are appended to. Empty for files.</summary>
    public string Prefix => _target.Bucket?.Prefix ?? "";

    /// <summary>
    /// The path of the folder that contains the files, free of symbolic links, or null if the entries are objects.
    /// </summary>
    /// <exception cref="IOException">The system does not tell the path.</exception>
    public string? Folder => Local?.RealPath();

    /// <summary>The client of the transfer.</summary>
    public S3Client Client => _context.Client;

    /// <summary>The number of deletions that may run at the same time.</summary>
    public int Parallelism => _context.Options.Parallelism;

    /// <summary>The open folder of the files.</summary>
    internal LocalFolder? Local { get; }

    /// <summary>Reports that an entry was deleted.</summary>
    /// <param name="entry">The entry.</param>
    public void ReportDeleted(S3TransferEntry entry) => _context.Counters.Report(
        new S3TransferItem(S3TransferStep.Deleted, _target.PlaceOf(entry.Name))
        {
            Name = entry.Name,
            Bytes = entry.Bytes,
        });

    /// <summary>Reports that an entry was not deleted.</summary>
    /// <param name="entry">The entry.</param>
    /// <param name="reason">Why it was not deleted, in words.</param>
    public void ReportProblem(S3TransferEntry entry, string reason) => _context.Counters.Report(
        new S3TransferItem(S3TransferStep.Problem, _target.PlaceOf(entry.Name))
        {
            Name = entry.Name,
            Reason = reason,
        });
}
