namespace Doppel.Media;

/// <summary>Reads the packets that contain tags.</summary>
internal static class OggTags
{
    /// <summary>Reads one packet.</summary>
    /// <param name="codec">The codec of its stream.</param>
    /// <param name="packet">The packet.</param>
    /// <param name="tags">Receives the tags.</param>
    internal static void Read(OggCodec codec, TagSlice packet, TagBuilder tags)
    {
        switch (codec)
        {
            case OggCodec.Vorbis or OggCodec.Theora:
                ReadComments(packet.From(7), tags);
                break;
            case OggCodec.Opus:
                ReadComments(packet.From(8), tags);
                break;
            case OggCodec.Speex:
                ReadComments(packet, tags);
                break;
            case OggCodec.Flac:
                FlacParser.ReadBlock(packet[0] & 0x7F, packet.From(4), tags);
                break;
        }
    }

    private static void ReadComments(TagSlice comments, TagBuilder tags) =>
        VorbisComments.Read(comments.File, comments.At, comments.Bytes, tags);
}
