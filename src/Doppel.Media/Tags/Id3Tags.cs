namespace Doppel.Media;

/// <summary>Reads ID3v2 (id3.org, informal standards 2.2, 2.3 and 2.4).</summary>
internal static class Id3Tags
{
    private const int HeaderBytes = 10;
    private const int FramesMax = 10_000;
    private const byte IsUnsynchronised = 0x80;
    private const byte HasExtendedHeader = 0x40;

    // Data that must be decoded before it can be read is decoded in memory.
    private const int UnpackedBytesMax = 16 << 20;

    /// <summary>Reads a whole tag.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the tag header.</param>
    /// <param name="bytes">
    /// The length of the tag in bytes, including header and footer. No more is read, even if the header claims more.
    /// </param>
    /// <param name="tags">Receives the tags. If the tag is damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        try
        {
            ReadFrames(TagSlice.Within(file, at, bytes), tags);
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    private static void ReadFrames(TagSlice tag, TagBuilder tags)
    {
        int version = tag[3];
        byte flags = tag[5];
        if (!tag.Is(0, "ID3"u8) || version is < 2 or > 4 || (version == 2 && (flags & HasExtendedHeader) != 0))
        {
            return;
        }

        TagSlice body = tag.Part(HeaderBytes, SyncSafe(tag.BigEndian(6, 4)));
        bool isUnsynchronised = (flags & IsUnsynchronised) != 0;
        if (isUnsynchronised && version < 4)
        {
            body = Synchronise(body);
        }

        long at = 0;
        if ((flags & HasExtendedHeader) != 0)
        {
            at = version == 3 ? 4 + body.BigEndian(0, 4) : SyncSafe(body.BigEndian(0, 4));
        }

        var content = new Id3Frames(tags);
        for (int i = 0; i < FramesMax && Id3Frame.TryNext(body, ref at, version, out Id3Frame frame); i++)
        {
            if (Unpack(frame, version, isUnsynchronised && version == 4, tags) is { } bytes)
            {
                content.Read(frame.Id, bytes);
            }
            else
            {
                tags.Add($"id3:{frame.Id}", "encrypted, " + frame.Content.Describe());
            }
        }

        content.End();
    }

    /// <summary>Decodes a synchsafe integer, in which each byte holds seven bits.</summary>
    internal static long SyncSafe(long number) =>
        (number & 0x7F) | ((number & 0x7F00) >> 1) | ((number & 0x7F_0000) >> 2) | ((number & 0x7F00_0000) >> 3);

    // Reverses the encodings that the frame's flags declare. Returns null if the frame is encrypted.
    private static TagSlice? Unpack(Id3Frame frame, int version, bool isUnsynchronised, TagBuilder tags)
    {
        TagSlice content = frame.Content;
        if (version < 3)
        {
            return content;
        }

        bool is4 = version == 4;
        bool isCompressed = (frame.Flags & (is4 ? 0x08 : 0x80)) != 0;
        bool isEncrypted = (frame.Flags & (is4 ? 0x04 : 0x40)) != 0;
        bool isGrouped = (frame.Flags & (is4 ? 0x40 : 0x20)) != 0;
        bool tellsLength = is4 ? (frame.Flags & 0x01) != 0 : isCompressed;
        if (isEncrypted)
        {
            return null;
        }

        content = tellsLength ? content.From(4) : content;
        content = isGrouped ? content.From(1) : content;
        if (is4 && (isUnsynchronised || (frame.Flags & 0x02) != 0))
        {
            content = Synchronise(content);
        }

        return isCompressed ? tags.Unpack(content, UnpackedBytesMax) : content;
    }

    // Removes the zero that was inserted after each 0xFF to keep decoders from mistaking the content for an audio
    // frame.
    private static TagSlice Synchronise(TagSlice content)
    {
        byte[] bytes = content.ToArray(UnpackedBytesMax);
        int kept = 0;
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[kept++] = bytes[i];
            if (bytes[i] == 0xFF && i + 1 < bytes.Length && bytes[i + 1] == 0)
            {
                i++;
            }
        }

        return TagSlice.Of(bytes).Part(0, kept);
    }
}
