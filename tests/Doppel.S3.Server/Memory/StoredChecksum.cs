namespace Doppel.S3.Server;

/// <summary>A checksum of an object or a part.</summary>
/// <param name="Algorithm">Such as <c>CRC64NVME</c>.</param>
/// <param name="Value">In base64; with <c>-N</c> behind it where it is made of the checksums of N parts.</param>
/// <param name="Type"><c>FULL_OBJECT</c> or <c>COMPOSITE</c>.</param>
public sealed record StoredChecksum(string Algorithm, string Value, string Type = StoredChecksum.FullObject)
{
    /// <summary>Over all bytes.</summary>
    public const string FullObject = "FULL_OBJECT";

    /// <summary>Over the checksums of the parts.</summary>
    public const string Composite = "COMPOSITE";

    /// <summary>The header that carries it.</summary>
    public string HeaderName => ServerChecksum.HeaderOf(Algorithm);

    /// <summary>The element that carries it.</summary>
    public string ElementName => "Checksum" + Algorithm;
}
