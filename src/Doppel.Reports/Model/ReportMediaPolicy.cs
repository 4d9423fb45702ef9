namespace Doppel.Reports;

/// <summary>Specifies what counts as audio or image data when media files are compared.</summary>
public enum ReportMediaPolicy : byte
{
    /// <summary>
    /// Everything that affects what is seen or heard, including colour profiles and encoder-delay headers.
    /// </summary>
    Strict,

    /// <summary>Only the encoded audio or image data.</summary>
    Loose,
}
