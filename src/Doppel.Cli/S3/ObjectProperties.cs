using Doppel.S3;

namespace Doppel.Cli;

/// <summary>The properties of uploaded objects. Null if no option specifies them.</summary>
internal sealed class ObjectProperties
{
    /// <summary>Gets or sets the media type. If null, it depends on the extension of the key.</summary>
    internal string? ContentType { get; set; }

    internal string? CacheControl { get; set; }

    internal string? StorageClass { get; set; }

    /// <summary>Gets or sets how the server encrypts the object.</summary>
    internal S3Encryption? Encryption { get; set; }

    /// <summary>Gets the metadata, by name.</summary>
    internal Dictionary<string, string> Metadata { get; } = new(StringComparer.OrdinalIgnoreCase);
}
