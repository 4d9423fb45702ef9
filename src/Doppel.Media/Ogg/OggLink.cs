namespace Doppel.Media;

/// <summary>The streams that stand in an Ogg file at one time; several such links make a chain.</summary>
internal sealed class OggLink(MediaPolicy policy, MapDepth depth, TagBuilder? tags = null)
{
    private const int StreamsMax = 64;

    private readonly List<OggStream> _streams = [];
    private bool _hasBegun;
    private OggStream? _lead;

    /// <summary>Whether its first pages are over, so that another first page begins the next link.</summary>
    internal bool HasBegun => _hasBegun;

    /// <summary>Whether all of its streams had their last page.</summary>
    internal bool IsEnded => _streams.TrueForAll(static stream => stream.IsEnded);

    /// <summary>Whether all tags were there.</summary>
    internal bool HasHeads =>
        _hasBegun && _streams.TrueForAll(static stream => stream.HasHeads || stream.Codec == OggCodec.Skeleton);

    /// <summary>Whether a glance has seen enough.</summary>
    internal bool Suffices => _lead is { Suffices: true };

    /// <summary>Bytes in packets of sound or picture.</summary>
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

    /// <summary>The one stream of sound or picture; null where there are more or none.</summary>
    internal OggStream? Only
    {
        get
        {
            List<OggStream> media = _streams.FindAll(static stream => stream.Codec != OggCodec.Skeleton);
            return media.Count == 1 ? media[0] : null;
        }
    }

    /// <summary>Takes in one page.</summary>
    internal void Take(HeaderReader file, OggPage page)
    {
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

    /// <summary>Gives what a glance has seen.</summary>
    internal void Glance(PayloadBuilder payload) => payload.Add(_lead!.Payload);

    /// <summary>Ends all streams and gives what they hold: the leading one first, then by their first pages.</summary>
    internal void End(PayloadBuilder payload)
    {
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

    // One that is known has its packets all along; subtitles and such may be rare.
    private void ChooseLead()
    {
        int lead = _streams.FindIndex(static one => one.Codec is not (OggCodec.Unknown or OggCodec.Skeleton));
        lead = lead >= 0 ? lead : _streams.FindIndex(static one => one.Codec != OggCodec.Skeleton);
        if (lead < 0)
        {
            return;
        }

        // It comes first, so that a glance tells the beginning of the whole.
        _lead = _streams[lead];
        _lead.IsLead = depth == MapDepth.Glance;
        _streams.RemoveAt(lead);
        _streams.Insert(0, _lead);
    }
}
