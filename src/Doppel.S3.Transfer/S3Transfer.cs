namespace Doppel.S3.Transfer;

/// <summary>Transfers files and folders to, from and between buckets, but only what differs.</summary>
/// <remarks>
/// <para>
/// Downloaded files appear only when they are complete, and were compared with the checksum or MD5 that the server has.
/// An interrupted download resumes. The modification time of a file is stored with its object, as rclone does, and
/// restored by a download.
/// </para>
/// <para>
/// A folder transfer goes on after a failure that concerns a single file or object. Failures of all requests, such as
/// wrong credentials, a missing bucket or an outage, end it with an exception.
/// </para>
/// <para>
/// A download never writes outside its folder, whatever the keys contain, and follows no symbolic link below it.
/// Uploads follow no symbolic links either: these are problems.
/// </para>
/// <para>Thread-safe. Does not dispose the client.</para>
/// </remarks>
public sealed class S3Transfer
{
    private readonly TransferContext _context;

    /// <summary>Initializes a new instance.</summary>
    /// <param name="client">The client for all requests.</param>
    /// <param name="options">The options of all transfers.</param>
    /// <exception cref="ArgumentOutOfRangeException">The parallelism is less than 1.</exception>
    public S3Transfer(S3Client client, S3TransferOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(client);
        options ??= new S3TransferOptions();
        options.Validate();
        _context = new TransferContext(client, options);
    }

    /// <summary>The totals of all transfers of this instance so far. Can be read at any time.</summary>
    public S3TransferTotals Totals => _context.Counters.Totals;

    /// <summary>Uploads all files below a folder.</summary>
    /// <param name="folder">The path of the folder.</param>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">
    /// The prefix of the keys. A slash is added if it lacks one. Empty for the whole bucket.
    /// </param>
    /// <param name="cancellationToken">Cancels the transfer.</param>
    /// <returns>The totals of this instance.</returns>
    /// <exception cref="DirectoryNotFoundException">The folder does not exist.</exception>
    /// <exception cref="S3Exception">A failure that concerns all requests.</exception>
    public ValueTask<S3TransferTotals> UploadFolderAsync(
        string folder, string bucket, string prefix = "", CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        var target = new TransferSide(BucketFolder.Of(bucket, prefix), Folder: null);
        return Directory.Exists(folder)
            ? RunAsync(new TransferSide(Bucket: null, folder), target, cancellationToken)
            : throw new DirectoryNotFoundException($"'{folder}' is not a folder");
    }

    /// <summary>Downloads all objects with a prefix into a folder.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">
    /// The prefix of the keys. A slash is added if it lacks one. Empty for the whole bucket.
    /// </param>
    /// <param name="folder">The path of the folder. Its last component is created if it is missing.</param>
    /// <param name="cancellationToken">
    /// Cancels the transfer. Parts already downloaded are kept for the next one.
    /// </param>
    /// <returns>The totals of this instance.</returns>
    /// <exception cref="IOException">The folder cannot be opened or created.</exception>
    /// <exception cref="S3Exception">A failure that concerns all requests.</exception>
    public ValueTask<S3TransferTotals> DownloadFolderAsync(
        string bucket, string prefix, string folder, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        var source = new TransferSide(BucketFolder.Of(bucket, prefix), Folder: null);
        return RunAsync(source, new TransferSide(Bucket: null, folder), cancellationToken);
    }

    /// <summary>Copies all objects with a prefix on the server.</summary>
    /// <param name="bucket">The bucket to copy from.</param>
    /// <param name="prefix">The prefix of the keys. A slash is added if it lacks one.</param>
    /// <param name="targetBucket">The bucket to copy to, on the same server.</param>
    /// <param name="targetPrefix">The prefix of the copies. A slash is added if it lacks one.</param>
    /// <param name="cancellationToken">Cancels the transfer.</param>
    /// <returns>The totals of this instance.</returns>
    /// <exception cref="ArgumentException">
    /// The target is inside the source, or the source inside the target and
    /// <see cref="S3TransferOptions.Deletes"/> is true.
    /// </exception>
    /// <exception cref="S3Exception">A failure that concerns all requests.</exception>
    public ValueTask<S3TransferTotals> CopyFolderAsync(
        string bucket,
        string prefix,
        string targetBucket,
        string targetPrefix,
        CancellationToken cancellationToken = default)
    {
        var source = BucketFolder.Of(bucket, prefix);
        var target = BucketFolder.Of(targetBucket, targetPrefix);
        bool isInside = target.IsIn(source) || (_context.Options.Deletes && source.IsIn(target));
        return isInside
            ? throw new ArgumentException("One of the prefixes is inside the other one.", nameof(targetPrefix))
            : RunAsync(
                new TransferSide(source, Folder: null), new TransferSide(target, Folder: null), cancellationToken);
    }

    /// <summary>Uploads a file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="cancellationToken">Cancels the transfer.</param>
    /// <returns>
    /// What happened: <see cref="S3TransferStep.Uploaded"/>, <see cref="S3TransferStep.Unchanged"/>,
    /// <see cref="S3TransferStep.Kept"/>, or <see cref="S3TransferStep.Problem"/> if another client interferes.
    /// </returns>
    /// <exception cref="S3Exception">The file could not be uploaded.</exception>
    /// <exception cref="IOException">The file could not be read.</exception>
    public async ValueTask<S3TransferItem> UploadFileAsync(
        string path, string bucket, string key, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var target = BucketFolder.Of(bucket, "");
        var file = new FileInfo(path);
        var entry = new S3TransferEntry(key, file.Length, file.LastWriteTimeUtc, default, file.FullName);
        _context.Counters.Expect(entry.Bytes);
        bool isSame = await HeadAsync(target, key, cancellationToken).ConfigureAwait(false) is { } other
            && await _context.ProofBetween(source: null, target, cancellationToken)
                .IsSameAsync(entry, other).ConfigureAwait(false);
        S3TransferItem item = isSame
            ? new S3TransferItem(S3TransferStep.Unchanged, target.Address(key))
            : await _context.Objects
                .UploadAsync(
                    entry, target, isAbsent: false, new PendingUploads(_context.Client, bucket, key), cancellationToken)
                .ConfigureAwait(false);
        return Report(item, key, entry.Bytes);
    }

    /// <summary>Uploads a stream to its end. Its length need not be known.</summary>
    /// <param name="content">
    /// The content, from its current position. It is not compared with an existing object.
    /// </param>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="cancellationToken">Cancels the transfer.</param>
    /// <returns>What happened, as for <see cref="UploadFileAsync"/>.</returns>
    /// <exception cref="S3Exception">The content could not be uploaded.</exception>
    public async ValueTask<S3TransferItem> UploadStreamAsync(
        Stream content, string bucket, string key, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        S3TransferItem item = await _context.Objects
            .UploadAsync(content, bucket, key, cancellationToken).ConfigureAwait(false);
        return Report(item, key, item.Bytes);
    }

    /// <summary>Downloads an object to a file.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="path">The path of the file. Its folder must exist.</param>
    /// <param name="cancellationToken">
    /// Cancels the transfer. Parts already downloaded are kept for the next one.
    /// </param>
    /// <returns>
    /// What happened: <see cref="S3TransferStep.Downloaded"/>, <see cref="S3TransferStep.Unchanged"/>,
    /// <see cref="S3TransferStep.Kept"/>, or <see cref="S3TransferStep.Problem"/> if there is no such object or the
    /// path is that of a folder or device.
    /// </returns>
    /// <exception cref="S3Exception">The object could not be downloaded.</exception>
    /// <exception cref="IOException">The file could not be written, or its folder could not be opened.</exception>
    public async ValueTask<S3TransferItem> DownloadFileAsync(
        string bucket, string key, string path, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var source = BucketFolder.Of(bucket, "");
        string full = Path.GetFullPath(path);
        var file = new FileInfo(full);
        _context.Counters.Expect(0);
        bool isSame = file.Exists
            && await HeadAsync(source, key, cancellationToken).ConfigureAwait(false) is { } entry
            && await _context.ProofBetween(source, target: null, cancellationToken)
                .IsSameAsync(entry, new S3TransferEntry(key, file.Length, file.LastWriteTimeUtc, default, full))
                .ConfigureAwait(false);
        if (isSame)
        {
            return Report(new S3TransferItem(S3TransferStep.Unchanged, path), key, bytes: 0);
        }

        bool keeps = _context.Options.Existing == S3Existing.Keep;
        using DownloadFolder folder = DownloadFolder.Open(
            _context.Volume, Path.GetDirectoryName(full) ?? full, keeps);
        using DownloadPlace? place = folder.Find([Path.GetFileName(full)], out string? reason);
        S3TransferItem item = (place, reason) switch
        {
            ({ } found, _) => await _context.Objects
                .DownloadAsync(source, key, found, cancellationToken).ConfigureAwait(false),
            (null, null) => new S3TransferItem(S3TransferStep.Kept, path),
            (null, _) => new S3TransferItem(S3TransferStep.Problem, path) { Reason = reason },
        };
        return Report(item, key, item.Step == S3TransferStep.Kept ? 0 : item.Bytes);
    }

    /// <summary>Copies an object on the server.</summary>
    /// <param name="bucket">The bucket of the object.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="targetBucket">The bucket of the copy, on the same server.</param>
    /// <param name="targetKey">The key of the copy.</param>
    /// <param name="cancellationToken">Cancels the transfer.</param>
    /// <returns>
    /// What happened: <see cref="S3TransferStep.Copied"/>, <see cref="S3TransferStep.Kept"/>, or
    /// <see cref="S3TransferStep.Problem"/> if there is no such object. An existing target is not compared.
    /// </returns>
    /// <exception cref="S3Exception">The object could not be copied.</exception>
    public async ValueTask<S3TransferItem> CopyObjectAsync(
        string bucket, string key, string targetBucket, string targetKey, CancellationToken cancellationToken = default)
    {
        var source = BucketFolder.Of(bucket, "");
        _context.Counters.Expect(0);
        S3TransferItem item = await _context.Objects
            .CopyAsync(source, key, BucketFolder.Of(targetBucket, ""), targetKey, isAbsent: false, cancellationToken)
            .ConfigureAwait(false);
        return Report(item, targetKey, item.Bytes);
    }

    private async ValueTask<S3TransferTotals> RunAsync(
        TransferSide source, TransferSide target, CancellationToken cancellationToken)
    {
        await new FolderRun(_context, source, target, cancellationToken).RunAsync().ConfigureAwait(false);
        return Totals;
    }

    // Null if there is no such object, or if nothing is compared.
    private async ValueTask<S3TransferEntry?> HeadAsync(
        BucketFolder folder, string key, CancellationToken cancellationToken)
    {
        if (_context.Options.Existing != S3Existing.ReplaceDifferent)
        {
            return null;
        }

        S3ObjectInfo info = await _context.Client
            .HeadObjectAsync(folder.Bucket, key, options: null, cancellationToken).ConfigureAwait(false);
        return info.IsFound
            ? new S3TransferEntry(
                key, info.ObjectLength, info.LastModified?.UtcDateTime, S3ETag.Parse(info.ETag), Path: null)
            : null;
    }

    private S3TransferItem Report(S3TransferItem item, string name, long bytes)
    {
        item = item with { Name = name, Bytes = bytes };
        _context.Counters.Report(item);
        return item;
    }
}
