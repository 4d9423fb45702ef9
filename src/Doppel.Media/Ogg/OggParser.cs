namespace Doppel.Media;

/// <summary>
/// Parses Ogg (RFC 3533) with Vorbis, Opus, Speex, FLAC or Theora, including multiplexed and chained streams.
/// </summary>
/// <remarks>
/// Programs that change tags rewrite all pages, so the payload is packets, stream by stream: the setup packets, the
/// audio and video packets, their lengths, and under the strict policy the positions at which the first packet starts
/// and the last one ends. Comment packets are tags, and so are the FLAC metadata blocks other than STREAMINFO. How
/// packets are split into pages, and serial and page numbers, do not affect the content. All packets of a stream with
/// an unknown codec count. A page with headers must have the checksum that it states; that of the other pages counts.
/// </remarks>
internal sealed class OggParser : IMediaParser
{
    private const int LinksMax = 10_000;

    // No packet may end on the last page. Only this many such pages are searched.
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
                link.End(file, payload);

                // What follows such a short first link is rarely long.
                link = new OggLink(policy, payload.Depth == MapDepth.Glance ? MapDepth.Whole : payload.Depth);
            }

            link.Take(file, page);
            if (links == 1 && link.Suffices)
            {
                link.Glance(payload);
                if (policy == MediaPolicy.Strict
                    && link.Only is { Codec: OggCodec.Vorbis or OggCodec.Opus or OggCodec.Speex })
                {
                    // Other streams give as much information at the start, or their pages are so large that finding the
                    // last is expensive.
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
        link.End(file, payload);
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
        // Audio data may end with bytes that look like a tag. The last page then ends after them.
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
