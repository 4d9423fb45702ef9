namespace Doppel.S3.Transfer;

/// <summary>The totals of the transfers of an <see cref="S3Transfer"/> so far.</summary>
public readonly record struct S3TransferTotals
{
    /// <summary>The number of files and objects that were transferred.</summary>
    public long Files { get; init; }

    /// <summary>
    /// The number of files and objects that were transferred or will be, as far as they are known already.
    /// </summary>
    public long FilesExpected { get; init; }

    /// <summary>The number of bytes that were transferred or copied.</summary>
    public long Bytes { get; init; }

    /// <summary>The number of bytes that were transferred or will be, as far as they are known already.</summary>
    public long BytesExpected { get; init; }

    /// <summary>The number of files and objects whose target has the same content.</summary>
    public long Unchanged { get; init; }

    /// <summary>The number of files and objects whose target exists and was kept without comparing.</summary>
    public long Kept { get; init; }

    /// <summary>The number of files or objects that were deleted because only the target had them.</summary>
    public long Deleted { get; init; }

    /// <summary>
    /// The number of files or objects that only the target has, and that were not deleted because of problems or
    /// because <see cref="S3TransferOptions.ConfirmsDeletion"/> declined.
    /// </summary>
    public long NotDeleted { get; init; }

    /// <summary>The number of files and objects that could not be transferred, listed or deleted.</summary>
    public long Problems { get; init; }

    /// <summary>The number of downloads for which the server has nothing to compare them with.</summary>
    public long NotVerified { get; init; }
}
