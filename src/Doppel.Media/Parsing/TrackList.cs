namespace Doppel.Media;

/// <summary>The tracks of a file with interleaved packets, each collected separately.</summary>
/// <remarks>
/// The payload depends neither on the interleaving nor on track numbers. Tracks are sorted by kind, then by their codec
/// setup, then by the key of their packets. File order decides only if all of these are equal. A glance stops when the
/// first tracks in this order have enough packets, so the point where it stops depends on the payload alone.
/// </remarks>
internal sealed class TrackList(PayloadBuilder payload)
{
    private const int TracksMax = 1000;

    // 64 MiB of extents while the tracks are collected, if none are adjacent.
    private const int PacketsMax = 1 << 22;

    private readonly List<MediaTrack> _tracks = [];
    private int _packets;

    internal void Add(MediaTrack track)
    {
        if (_tracks.Count == TracksMax)
        {
            NotComparableException.Throw("it has too many tracks");
        }

        _tracks.Add(track);
    }

    /// <summary>Sorts the tracks. Call it when all tracks and their setup are known.</summary>
    internal void Begin()
    {
        Sort();
        for (int i = 0; payload.IsGlance && i < _tracks.Count; i++)
        {
            _tracks[i].IsLeader = _tracks[i].Kind == _tracks[0].Kind
                && _tracks[i].Setup.KeyDigest == _tracks[0].Setup.KeyDigest;
        }
    }

    /// <summary>
    /// Returns whether the beginnings that a glance needs are complete. Call it after each block, whatever its track.
    /// </summary>
    /// <param name="packets">The number of packets in the block.</param>
    internal bool Suffices(int packets)
    {
        _packets += packets;
        if (_packets > PacketsMax)
        {
            NotComparableException.Throw("its payload lies in too many pieces");
        }

        return payload.IsGlance && _tracks.TrueForAll(static track => !track.IsLeader || !track.IsOpen);
    }

    /// <summary>Adds the collected tracks to the payload.</summary>
    /// <param name="isWhole">Whether all packets were read.</param>
    internal void End(bool isWhole)
    {
        Sort();
        if (_tracks.TrueForAll(static track => track.Packets.Bytes == 0))
        {
            NotComparableException.Throw("it has no payload");
        }

        foreach (MediaTrack track in _tracks)
        {
            payload.Add(track.Setup, "setup");
        }

        foreach (MediaTrack track in _tracks)
        {
            if (isWhole || track.IsLeader)
            {
                payload.Add(track.Packets, track.Meaning);
            }

            if (!isWhole || !track.IsOpen)
            {
                payload.Cut();
            }
        }
    }

    // Equal tracks keep their order in the file.
    private void Sort()
    {
        MediaTrack[] sorted = [.. _tracks.OrderBy(static track => track, Comparer<MediaTrack>.Create(Compare))];
        _tracks.Clear();
        _tracks.AddRange(sorted);
    }

    private static int Compare(MediaTrack one, MediaTrack other)
    {
        int order = one.Kind.CompareTo(other.Kind);
        order = order != 0 ? order : one.Setup.KeyDigest.CompareTo(other.Setup.KeyDigest);
        return order != 0 ? order : one.Packets.KeyDigest.CompareTo(other.Packets.KeyDigest);
    }
}

/// <summary>One track of a file with interleaved tracks.</summary>
internal sealed class MediaTrack(int kind, string meaning)
{
    /// <summary>Gets the sort order of the kind of track. Lower values come first.</summary>
    internal int Kind { get; } = kind;

    /// <summary>Gets the description used for its payload parts.</summary>
    internal string Meaning { get; } = meaning;

    /// <summary>Gets the data that controls how the track is decoded.</summary>
    internal PayloadBuilder Setup { get; } = new();

    /// <summary>Gets the packets of the track, in order.</summary>
    internal PayloadBuilder Packets { get; } = new();

    /// <summary>Gets or sets whether a glance needs the beginning of this track.</summary>
    internal bool IsLeader { get; set; }

    /// <summary>
    /// Gets whether further packets of the track count. A glance takes no more of a leading track than it needs.
    /// </summary>
    internal bool IsOpen => !IsLeader || Packets.Bytes < MediaMap.GlanceBytes;
}
