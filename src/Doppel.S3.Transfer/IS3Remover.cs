namespace Doppel.S3.Transfer;

/// <summary>Deletes the files or objects that only the target of a folder transfer has.</summary>
/// <remarks>
/// An implementation must not follow a symbolic link below the folder, and must keep whatever is no longer as it was
/// listed: <see cref="S3TransferEntry.Facts"/> of a file, <see cref="S3TransferEntry.ETag"/> of an object.
/// </remarks>
public interface IS3Remover
{
    /// <summary>Deletes all entries, and reports the result for each one.</summary>
    /// <param name="removal">The entries.</param>
    /// <param name="cancellationToken">Cancels the deletion of entries that have not begun.</param>
    ValueTask RemoveAsync(S3Removal removal, CancellationToken cancellationToken);
}
