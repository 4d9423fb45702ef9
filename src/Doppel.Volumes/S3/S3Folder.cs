namespace Doppel.Volumes;

/// <summary>An open folder of a bucket.</summary>
/// <param name="isTop">Whether it is the folder that contains the bucket.</param>
/// <param name="prefix">Its key with a slash at the end. Empty for the bucket and the top.</param>
internal sealed class S3Folder(bool isTop, byte[] prefix)
{
    internal bool IsTop => isTop;

    internal byte[] Prefix => prefix;
}
