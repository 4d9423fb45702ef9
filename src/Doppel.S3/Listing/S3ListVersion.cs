namespace Doppel.S3;

/// <summary>Which of the two requests lists objects.</summary>
public enum S3ListVersion
{
    /// <summary>ListObjectsV2: goes on by a token that the server gives.</summary>
    V2,

    /// <summary>ListObjects, for servers that know no other: goes on behind a key.</summary>
    V1,
}
