namespace Doppel.S3.Transfer;

/// <summary>The source or the target of a folder transfer: either objects in a bucket or a local folder.</summary>
/// <param name="Bucket">The objects; null for a local folder.</param>
/// <param name="Folder">The path of the local folder; null for objects.</param>
internal readonly record struct TransferSide(BucketFolder? Bucket, string? Folder)
{
    /// <summary>Returns the path of a file or the address of an object.</summary>
    /// <param name="name">The name below the folder.</param>
    internal string PlaceOf(string name) => Bucket?.Address(name) ?? Path.Join(Folder, name);
}
