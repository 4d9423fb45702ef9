namespace Doppel.Media;

/// <summary>
/// Ogg (RFC 3533) with Vorbis, Opus, Speex, FLAC or Theora, also several at a time or one after the other.
/// </summary>
/// <remarks>
/// Programs that change tags lay all pages anew, so payload is packets, stream by stream: those that tell how to
/// decode, those of sound and picture, their lengths, and by the strict policy where the first begins and the last
/// ends. Packets of comments are tags, and so are FLAC's blocks but STREAMINFO. How packets are cut into pages, numbers
/// of streams and pages and check sums say nothing about the sound. A stream of an unknown kind counts with all of its
/// packets.
/// </remarks>
internal sealed class OggParser : IMediaParser
{
    private const int LinksMax = 10_000;

    // A last page may hold no end of a packet; more of that kind are not looked through.
    private const int LastPagesMax = 4;

    public MediaFormat Format => MediaFormat.Ogg;

    public bool Recognizes(HeaderReader file) => file.Is(TagEnds.Start(file), "OggS"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        var page = new OggPage();
        var link = new OggLink(policy, payload.Depth);
        int links = 1;
        long dataBytes = 0;
        long at = start;
        for (; page.TryRead(file, at); at = page.Next)
        {
            if (page.IsFirst && link.HasBegun)
            {
                if (++links > LinksMax)
                {
                    NotComparableException.Throw("too many streams follow each other");
                }

                dataBytes += link.DataBytes;
                link.End(payload);

                // What follows a first one that short is rarely long.
                link = new OggLink(policy, payload.Depth == MapDepth.Glance ? MapDepth.Whole : payload.Depth);
            }

            link.Take(file, page);
            if (links == 1 && link.Suffices)
            {
                link.Glance(payload);
                if (policy == MediaPolicy.Strict
                    && link.Only is { Codec: OggCodec.Vorbis or OggCodec.Opus or OggCodec.Speex })
                {
                    // The others tell as much in front, or their pages are so large that finding the last is dear.
                    payload.AddKey(LastPosition(file, start, page));
                }

                payload.Cut();
                return;
            }
        }

        if (dataBytes + link.DataBytes == 0)
        {
            NotComparableException.Throw("no packets follow its headers");
        }

        bool isEnded = link.IsEnded;
        link.End(payload);
        AddRest(file, at, isEnded, payload);
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long at = StackedTags.ReadStart(file, tags);
        StackedTags.ReadEnd(file, at, tags);
        var page = new OggPage();
        var link = new OggLink(MediaPolicy.Loose, MapDepth.Whole, tags);
        for (; !link.HasHeads && page.TryRead(file, at); at = page.Next)
        {
            link.Take(file, page);
        }
    }

    private static void AddRest(HeaderReader file, long at, bool isEnded, PayloadBuilder payload)
    {
        long end = TagEnds.End(file, at);
        if (end > at && !isEnded)
        {
            NotComparableException.Throw("its pages are damaged");
        }

        payload.AddKey(end - at);
        payload.Add(at, end - at, "what follows");
    }

    private static long LastPosition(HeaderReader file, long start, OggPage page)
    {
        // Sound may end with what looks like a tag; then the page ends behind it.
        long end = TagEnds.End(file, start);
        bool isFound = page.TryReadBefore(file, start, end)
            || (end < file.Length && page.TryReadBefore(file, start, file.Length));
        for (int i = 1; isFound && page.Granule == -1 && i < LastPagesMax; i++)
        {
            isFound = page.TryReadBefore(file, start, page.Start);
        }

        return isFound ? page.Granule : -1;
    }
}
