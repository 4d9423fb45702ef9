namespace Doppel.Media;

/// <summary>The IDs of the Matroska elements that are needed to read packets (RFC 9559, section 5).</summary>
internal static class MatroskaId
{
    internal const uint Segment = 0x18538067;
    internal const uint SeekHead = 0x114D9B74;
    internal const uint Info = 0x1549A966;
    internal const uint Tracks = 0x1654AE6B;
    internal const uint Cluster = 0x1F43B675;
    internal const uint Cues = 0x1C53BB6B;
    internal const uint Attachments = 0x1941A469;
    internal const uint Chapters = 0x1043A770;
    internal const uint Tags = 0x1254C367;

    internal const uint TimestampScale = 0x2AD7B1;

    internal const uint ClusterTimestamp = 0xE7;
    internal const uint SimpleBlock = 0xA3;
    internal const uint BlockGroup = 0xA0;
    internal const uint Block = 0xA1;
    internal const uint BlockDuration = 0x9B;
    internal const uint DiscardPadding = 0x75A2;
    internal const uint CodecState = 0xA4;
    internal const uint BlockAdditions = 0x75A1;
    internal const uint BlockMore = 0xA6;
    internal const uint BlockAddId = 0xEE;
    internal const uint BlockAdditional = 0xA5;
    internal const uint EncryptedBlock = 0xAF;

    internal const uint TrackEntry = 0xAE;
    internal const uint TrackNumber = 0xD7;
    internal const uint TrackType = 0x83;
    internal const uint TrackTimestampScale = 0x23314F;
    internal const uint TrackOperation = 0xE2;
    internal const uint BlockAdditionMapping = 0x41E4;
    internal const uint BlockAddIdValue = 0x41F0;
    internal const uint BlockAddIdType = 0x41E7;
    internal const uint BlockAddIdExtraData = 0x41ED;
    internal const uint CodecId = 0x86;
    internal const uint CodecPrivate = 0x63A2;
    internal const uint CodecDelay = 0x56AA;
    internal const uint SeekPreRoll = 0x56BB;

    internal const uint Video = 0xE0;
    internal const uint StereoMode = 0x53B8;
    internal const uint AlphaMode = 0x53C0;
    internal const uint PixelWidth = 0xB0;
    internal const uint PixelHeight = 0xBA;
    internal const uint PixelCropBottom = 0x54AA;
    internal const uint PixelCropTop = 0x54BB;
    internal const uint PixelCropLeft = 0x54CC;
    internal const uint PixelCropRight = 0x54DD;
    internal const uint DisplayWidth = 0x54B0;
    internal const uint DisplayHeight = 0x54BA;
    internal const uint DisplayUnit = 0x54B2;
    internal const uint UncompressedFourCc = 0x2EB524;
    internal const uint Color = 0x55B0;
    internal const uint MasteringMetadata = 0x55D0;
    internal const uint Projection = 0x7670;
    internal const uint ProjectionType = 0x7671;
    internal const uint ProjectionPrivate = 0x7672;
    internal const uint ProjectionYaw = 0x7673;
    internal const uint ProjectionPitch = 0x7674;
    internal const uint ProjectionRoll = 0x7675;

    internal const uint Audio = 0xE1;
    internal const uint SamplingFrequency = 0xB5;
    internal const uint OutputSamplingFrequency = 0x78B5;
    internal const uint Channels = 0x9F;
    internal const uint BitDepth = 0x6264;

    internal const uint ContentEncodings = 0x6D80;
    internal const uint ContentEncoding = 0x6240;
    internal const uint ContentEncodingScope = 0x5032;
    internal const uint ContentEncodingType = 0x5033;
    internal const uint ContentCompression = 0x5034;
    internal const uint ContentCompressionAlgorithm = 0x4254;
    internal const uint ContentCompressionSettings = 0x4255;

    /// <summary>
    /// Returns whether an element is a child of a segment or next to one. A cluster of unknown size ends before it.
    /// </summary>
    internal static bool IsOuter(uint id) => id
        is Segment or SeekHead or Info or Tracks or Cluster or Cues or Attachments or Chapters or Tags
        or EbmlElement.Header;
}
