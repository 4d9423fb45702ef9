namespace Doppel.Media;

/// <summary>Parses Matroska and WebM (RFC 9559).</summary>
/// <remarks>
/// The payload is the packets of each track, extracted from blocks and laces, with their
/// timestamps, and the properties that control how they are decoded and displayed. Not payload are the distribution of
/// packets over clusters, the interleaving of tracks, titles, languages, flags, chapters, attachments, indexes and
/// padding. Fonts are attachments, and chapters can restrict what is played. Both are ignored.
/// </remarks>
internal sealed class MatroskaParser : IMediaParser
{
    public MediaFormat Format => MediaFormat.Matroska;

    public bool Recognizes(HeaderReader file)
    {
        if (!file.Is(0, [0x1A, 0x45, 0xDF, 0xA3]))
        {
            return false;
        }

        try
        {
            EbmlElement type = new EbmlFields(file, FindHeader(file), [], [EbmlElement.DocType])
                .Find(EbmlElement.DocType);
            return file.Is(type.Start, "matroska"u8) || file.Is(type.Start, "webm"u8);
        }
        catch (NotComparableException)
        {
            return false;
        }
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        EbmlElement segment = FindSegment(file);
        var tracks = new TrackList(payload);
        var heads = new MatroskaHeads(file, segment);
        MatroskaBlocks? blocks = null;
        long at = segment.Start;
        long behind = segment.End;
        while (EbmlElement.TryNext(file, ref at, segment.End, out EbmlElement element))
        {
            if (segment.IsEndless && element.Id is EbmlElement.Header or MatroskaId.Segment)
            {
                behind = element.At;
                break;
            }

            if (element.IsEndless && element.Id != MatroskaId.Cluster)
            {
                NotComparableException.Throw("an element does not say where it ends");
            }

            heads.Take(element);
            if (element.Id == MatroskaId.Cluster)
            {
                blocks ??= ReadTracks(file, heads, policy, tracks);
                if (ReadCluster(file, element, blocks, tracks, ref at))
                {
                    tracks.End(isWhole: false);
                    return;
                }
            }
        }

        tracks.End(isWhole: true);
        AddRest(file, behind, payload);
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => MatroskaTags.Read(file, FindSegment(file), tags);

    private static EbmlElement FindHeader(HeaderReader file)
    {
        long at = 0;
        EbmlElement.TryNextWithEnd(file, ref at, file.Length, out EbmlElement header);
        return header;
    }

    private static EbmlElement FindSegment(HeaderReader file)
    {
        for (long at = FindHeader(file).End; EbmlElement.TryNext(file, ref at, file.Length, out EbmlElement element);)
        {
            if (element.Id == MatroskaId.Segment)
            {
                return element;
            }

            if (element.IsEndless || element.Id is not (EbmlElement.Void or EbmlElement.Checksum))
            {
                NotComparableException.Throw("it has no segment");
            }
        }

        NotComparableException.Throw("it has no segment");
        return default;
    }

    private static MatroskaBlocks ReadTracks(
        HeaderReader file, MatroskaHeads heads, MediaPolicy policy, TrackList tracks)
    {
        EbmlElement around = heads.FindTracks();
        var blocks = new MatroskaBlocks(file, policy, heads.FindTimestampScale());
        for (long at = around.Start; EbmlElement.TryNextWithEnd(file, ref at, around.End, out EbmlElement element);)
        {
            if (element.Id != MatroskaId.TrackEntry)
            {
                continue;
            }

            MatroskaTrack track = MatroskaSetup.Read(file, element, policy);
            blocks.Add(track);
            tracks.Add(track.Media);
        }

        tracks.Begin();
        return blocks;
    }

    // Returns true if a glance has enough.
    private static bool ReadCluster(
        HeaderReader file, EbmlElement cluster, MatroskaBlocks blocks, TrackList tracks, ref long behind)
    {
        long time = -1;
        for (long at = cluster.Start; EbmlElement.TryNext(file, ref at, cluster.End, out EbmlElement element);)
        {
            if (cluster.IsEndless && MatroskaId.IsOuter(element.Id))
            {
                behind = element.At;
                return false;
            }

            bool isBlock = element.Id is MatroskaId.SimpleBlock or MatroskaId.BlockGroup;
            if (element.IsEndless || element.Id == MatroskaId.EncryptedBlock || (isBlock && time < 0))
            {
                NotComparableException.Throw("a cluster is damaged");
            }

            if (element.Id == MatroskaId.ClusterTimestamp)
            {
                time = element.ReadUnsigned(file);
            }
            else if (element.Id == MatroskaId.SimpleBlock)
            {
                blocks.AddSimple(element, time);
            }
            else if (element.Id == MatroskaId.BlockGroup)
            {
                blocks.AddGroup(element, time);
            }

            if (isBlock && tracks.Suffices(blocks.LastCount))
            {
                return true;
            }
        }

        return false;
    }

    // Padding after the segment is not payload. Anything else may be another video.
    private static void AddRest(HeaderReader file, long at, PayloadBuilder payload)
    {
        long start = at;
        try
        {
            while (EbmlElement.TryNext(file, ref at, file.Length, out EbmlElement element)
                && element.Id is EbmlElement.Void or EbmlElement.Checksum && !element.IsEndless)
            {
                start = at;
            }
        }
        catch (NotComparableException)
        {
            // Not an element, so it counts as payload.
        }

        payload.AddKey(file.Length - start);
        payload.Add(start, file.Length - start, "what follows");
    }
}
