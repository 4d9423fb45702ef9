namespace Doppel.Media;

/// <summary>The concurrent streams of an Ogg file. Several such links form a chain.</summary>
internal sealed class OggLink(MediaPolicy policy, MapDepth depth, TagBuilder? tags = null)
{
    private const int StreamsMax = 64;

    private readonly List<OggStream> _streams = [];
    private bool _hasBegun;
    private OggStream? _lead;
    private long _start = -1;

    /// <summary>
    /// Gets whether the first pages of all streams have been read, so that another first page starts the next link.
    /// </summary>
    internal bool HasBegun => _hasBegun;

    /// <summary>Gets whether the last page of every stream has been read.</summary>
    internal bool IsEnded => _streams.TrueForAll(static stream => stream.IsEnded);

    /// <summary>Gets whether the header packets of all streams have been read.</summary>
    internal bool HasHeads =>
        _hasBegun && _streams.TrueForAll(static stream => stream.HasHeads || stream.Codec == OggCodec.Skeleton);

    /// <summary>Gets whether a glance has enough.</summary>
    internal bool Suffices => _lead is { Suffices: true };

    /// <summary>Gets the number of bytes in audio and video packets.</summary>
    internal long DataBytes
    {
        get
        {
            long bytes = 0;
            foreach (OggStream stream in _streams)
            {
                bytes += stream.DataBytes;
            }

            return bytes;
        }
    }

    /// <summary>Gets the only audio or video stream, or null if there are several or none.</summary>
    internal OggStream? Only
    {
        get
        {
            List<OggStream> media = _streams.FindAll(static stream => stream.Codec != OggCodec.Skeleton);
            return media.Count == 1 ? media[0] : null;
        }
    }

    /// <summary>Adds one page.</summary>
    internal void Take(HeaderReader file, OggPage page)
    {
        _start = _start < 0 ? page.Start : _start;
        OggStream? stream = _streams.Find(one => one.Serial == page.Serial);
        if (page.IsFirst != stream is null || _streams.Count > StreamsMax)
        {
            NotComparableException.Throw("its pages are not in order");
        }

        if (stream is null)
        {
            stream = new OggStream(page.Serial, policy, depth, tags);
            _streams.Add(stream);
        }
        else if (!_hasBegun)
        {
            _hasBegun = true;
            ChooseLead();
        }

        stream.Take(file, page);
    }

    /// <summary>Adds the payload that a glance has collected.</summary>
    internal void Glance(PayloadBuilder payload) => payload.Add(_lead!.Payload);

    /// <summary>
    /// Ends all streams and adds their payload: first that of the leading stream, then by the order of their first
    /// pages.
    /// </summary>
    internal void End(HeaderReader file, PayloadBuilder payload)
    {
        VerifyHeads(file);
        foreach (OggStream stream in _streams)
        {
            if (stream.Codec != OggCodec.Skeleton)
            {
                stream.End();
                payload.Add(stream.Payload);
            }
        }

        payload.AddKey(_streams.Count(static stream => stream.Codec != OggCodec.Skeleton));
    }

    // These pages also contain tags. The checksums of others are part of the payload.
    private void VerifyHeads(HeaderReader file)
    {
        long end = _streams.Where(static stream => stream.Codec != OggCodec.Skeleton)
            .Max(static stream => (long?)stream.HeadsEnd) ?? 0;
        var page = new OggPage();
        for (long at = _start; at < end && page.TryRead(file, at); at = page.Next)
        {
            if (!page.IsIntact(file))
            {
                NotComparableException.Throw("the checksum of a page with headers or tags is wrong");
            }
        }
    }

    // A stream of a known codec has packets throughout. Those of subtitles and the like may be sparse.
    private void ChooseLead()
    {
        int lead = _streams.FindIndex(static one => one.Codec is not (OggCodec.Unknown or OggCodec.Skeleton));
        lead = lead >= 0 ? lead : _streams.FindIndex(static one => one.Codec != OggCodec.Skeleton);
        if (lead < 0)
        {
            return;
        }

        // The leading stream comes first, so that a glance yields the beginning of the whole payload.
        _lead = _streams[lead];
        _lead.IsLead = depth == MapDepth.Glance;
        _streams.RemoveAt(lead);
        _streams.Insert(0, _lead);
    }
}
