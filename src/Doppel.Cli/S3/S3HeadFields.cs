using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Lists the properties of an object other than its size and time, with their JSON names.</summary>
internal static class S3HeadFields
{
    private static readonly (string Name, string Header)[] s_headers =
    [
        ("etag", "ETag"), ("content_type", "Content-Type"), ("content_encoding", "Content-Encoding"),
        ("content_language", "Content-Language"), ("content_disposition", "Content-Disposition"),
        ("cache_control", "Cache-Control"), ("expires", "Expires"), ("version_id", "x-amz-version-id"),
        ("storage_class", "x-amz-storage-class"), ("encryption", "x-amz-server-side-encryption"),
        ("tags", "x-amz-tagging-count"), ("parts", "x-amz-mp-parts-count"),
        ("checksum_crc32", "x-amz-checksum-crc32"), ("checksum_crc32c", "x-amz-checksum-crc32c"),
        ("checksum_crc64nvme", "x-amz-checksum-crc64nvme"), ("checksum_sha1", "x-amz-checksum-sha1"),
        ("checksum_sha256", "x-amz-checksum-sha256"), ("checksum_type", "x-amz-checksum-type"),
    ];

    /// <summary>Returns the properties that the server sent.</summary>
    internal static IEnumerable<(string Name, string Value)> Of(S3ObjectInfo info)
    {
        foreach ((string name, string header) in s_headers)
        {
            if (info.Header(header) is { Length: > 0 } value)
            {
                yield return (name, value);
            }
        }
    }
}
