namespace Doppel.Media;

/// <summary>The format of a media file, detected from its content and never from its name.</summary>
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

    /// <summary>Portable Network Graphics, including animated PNG (W3C, third edition).</summary>
    Png,

    /// <summary>Graphics Interchange Format (CompuServe, 87a and 89a).</summary>
    Gif,

    /// <summary>JPEG (ITU-T T.81).</summary>
    Jpeg,

    /// <summary>MP4, M4A, MOV and 3GP (ISO/IEC 14496-12 and 14496-14, QuickTime).</summary>
    Mp4,

    /// <summary>Advanced Audio Coding in ADTS frames (ISO/IEC 13818-7).</summary>
    Aac,

    /// <summary>Ogg (RFC 3533) with Vorbis, Opus, Speex, FLAC or Theora.</summary>
    Ogg,

    /// <summary>Sony Wave64.</summary>
    Wave64,

    /// <summary>AIFF and AIFF-C (Apple).</summary>
    Aiff,

    /// <summary>WavPack.</summary>
    WavPack,

    /// <summary>Monkey's Audio.</summary>
    MonkeysAudio,

    /// <summary>DSD Stream File (Sony).</summary>
    Dsf,

    /// <summary>AVI, including OpenDML.</summary>
    Avi,

    /// <summary>Matroska and WebM (RFC 9559).</summary>
    Matroska,

    /// <summary>Advanced Systems Format: WMA, WMV (Microsoft).</summary>
    Asf,

    /// <summary>HEIF, HEIC and AVIF (ISO/IEC 23008-12).</summary>
    Heif,

    /// <summary>TIFF 6.0 and the raw formats based on it: DNG, NEF, ARW, CR2, ORF, RW2, PEF.</summary>
    Tiff,

    /// <summary>Canon CR3.</summary>
    Cr3,

    /// <summary>Fujifilm RAF.</summary>
    Raf,

    /// <summary>JPEG XL (ISO/IEC 18181), as a bare code stream or in a container.</summary>
    JpegXl,

    /// <summary>JPEG 2000 (ISO/IEC 15444), as a bare code stream or in a container.</summary>
    Jpeg2000,

    /// <summary>Musepack, stream versions 7 and 8.</summary>
    Musepack,

    /// <summary>True Audio, version 1.</summary>
    Tta,

    /// <summary>TAK.</summary>
    Tak,

    /// <summary>OptimFROG, lossless or lossy.</summary>
    OptimFrog,

    /// <summary>DSDIFF (Philips).</summary>
    Dsdiff,

    /// <summary>Core Audio Format (Apple).</summary>
    Caf,
}
