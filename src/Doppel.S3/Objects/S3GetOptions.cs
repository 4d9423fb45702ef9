namespace Doppel.S3;

/// <summary>What of an object is asked for.</summary>
public sealed record S3GetOptions
{
    /// <summary>Only if these hold; else the result says which does not.</summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>Which bytes. Default: all.</summary>
    public S3Range? Range { get; init; }

    /// <summary>Which version; null: the current one.</summary>
    public string? VersionId { get; init; }

    /// <summary>Asks for the checksum that is stored with the object, if there is one.</summary>
    public bool WithChecksum { get; init; }
}
