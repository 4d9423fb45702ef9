namespace Doppel.Media;

/// <summary>What kind of media a file holds, as its content says and never its name.</summary>
public enum MediaFormat
{
    /// <summary>MPEG audio, layers 1 to 3 (ISO/IEC 11172-3, 13818-3).</summary>
    Mp3,

    /// <summary>Free Lossless Audio Codec (RFC 9639).</summary>
    Flac,

    /// <summary>RIFF WAVE.</summary>
    Wav,

    /// <summary>WebP (RFC 9649).</summary>
    WebP,

    /// <summary>Portable Network Graphics, animated ones too (W3C, third edition).</summary>
    Png,

    /// <summary>Graphics Interchange Format (CompuServe, 87a and 89a).</summary>
    Gif,

    /// <summary>JPEG (ITU-T T.81).</summary>
    Jpeg,

    /// <summary>MP4, M4A, MOV and 3GP (ISO/IEC 14496-12 and 14496-14, QuickTime).</summary>
    Mp4,
}
