namespace Doppel.S3;

/// <summary>Specifies which request lists objects.</summary>
public enum S3ListVersion
{
    /// <summary>ListObjectsV2, which continues with a token from the server.</summary>
    V2,

    /// <summary>ListObjects, for servers that support only this version. It continues after a key.</summary>
    V1,
}
