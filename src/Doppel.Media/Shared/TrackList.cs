namespace Doppel.Media;

/// <summary>The tracks of a file whose packets stand interleaved, gathered each by itself.</summary>
/// <remarks>
/// Neither how packets are interleaved nor how tracks are numbered has a part in the payload: tracks are put in order
/// by kind, then by what tells how to decode them, then by what tells of their packets. Only where all of that is equal
/// the order in the file decides. A glance is cut where the first tracks of that order have enough, so the place of the
/// cut depends on the payload alone.
/// </remarks>
internal sealed class TrackList(PayloadBuilder payload)
{
    private const int TracksMax = 1000;

    // 64 MiB of extents while the tracks are gathered, if none of them lie together.
    private const int PacketsMax = 1 << 22;

    private readonly List<MediaTrack> _tracks = [];
    private int _packets;

    /// <summary>Takes in a track.</summary>
    internal void Add(MediaTrack track)
    {
        if (_tracks.Count == TracksMax)
        {
            NotComparableException.Throw("it has too many tracks");
        }

        _tracks.Add(track);
    }

    /// <summary>Says that all tracks and how they are decoded are known.</summary>
    internal void Begin()
    {
        Sort();
        for (int i = 0; payload.IsGlance && i < _tracks.Count; i++)
        {
            _tracks[i].IsLeader = _tracks[i].Kind == _tracks[0].Kind
                && _tracks[i].Setup.KeyDigest == _tracks[0].Setup.KeyDigest;
        }
    }

    /// <summary>Whether the beginnings that a glance asks for are there. Asked behind each block, whosever.</summary>
    /// <param name="packets">How many packets it held.</param>
    internal bool Suffices(int packets)
    {
        _packets += packets;
        if (_packets > PacketsMax)
        {
            NotComparableException.Throw("its payload lies in too many pieces");
        }

        return payload.IsGlance && _tracks.TrueForAll(static track => !track.IsLeader || !track.IsOpen);
    }

    /// <summary>Hands over what was gathered.</summary>
    /// <param name="isWhole">Whether all packets were seen.</param>
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

    // Those that are equal stay as they stand in the file.
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
