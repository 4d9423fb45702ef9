namespace Doppel.Media;

/// <summary>What the packets of a stream in Ogg are.</summary>
internal enum OggCodec
{
    /// <summary>None that is known here; all of its packets count.</summary>
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

    /// <summary>Skeleton, which tells of the other streams what they tell themselves.</summary>
    Skeleton,
}
