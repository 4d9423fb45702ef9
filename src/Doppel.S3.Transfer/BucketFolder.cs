namespace Doppel.S3.Transfer;

/// <summary>The objects of a bucket whose keys start with a prefix.</summary>
/// <param name="Bucket">The name of the bucket.</param>
/// <param name="Prefix">The prefix: empty, or with a slash at its end.</param>
internal readonly record struct BucketFolder(string Bucket, string Prefix)
{
    /// <summary>Returns a folder for a prefix that may lack its slash.</summary>
    internal static BucketFolder Of(string bucket, string prefix)
    {
        ArgumentException.ThrowIfNullOrEmpty(bucket);
        ArgumentNullException.ThrowIfNull(prefix);
        return new BucketFolder(bucket, prefix.Length == 0 || prefix[^1] == '/' ? prefix : prefix + "/");
    }

    /// <summary>Returns the address of an object, such as <c>s3://bucket/key</c>.</summary>
    internal string Address(string name) => $"s3://{Bucket}/{Prefix}{name}";

    /// <summary>Returns whether this folder is another one, or below it.</summary>
    internal bool IsIn(BucketFolder other) =>
        Bucket == other.Bucket && Prefix.StartsWith(other.Prefix, StringComparison.Ordinal);
}
