namespace Doppel.Media;

/// <summary>The codec of an Ogg stream.</summary>
internal enum OggCodec
{
    /// <summary>An unknown codec. All packets of the stream count.</summary>
    Unknown,

    /// <summary>Vorbis I (Xiph.Org).</summary>
    Vorbis,

    /// <summary>Opus (RFC 7845).</summary>
    Opus,

    /// <summary>Speex.</summary>
    Speex,

    /// <summary>FLAC (RFC 9639, 10.1).</summary>
    Flac,

    /// <summary>Theora.</summary>
    Theora,

    /// <summary>Skeleton, which repeats information about the other streams that these contain themselves.</summary>
    Skeleton,
}
