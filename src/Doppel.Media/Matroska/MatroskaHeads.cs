namespace Doppel.Media;

/// <summary>Finds what tells of all tracks, and in which units, wherever it stands.</summary>
/// <remarks>
/// It mostly stands in front of the packets; programs that change it leave it there if it fits, else they write it
/// behind them and tell so in the list of places.
/// </remarks>
internal sealed class MatroskaHeads(HeaderReader file, EbmlElement segment)
{
    private const int PlacesMax = 1000;
    private const long UsualTimestampScale = 1_000_000;
    private const uint SeekEntry = 0x4DBB, SeekId = 0x53AB, SeekPosition = 0x53AC;

    private EbmlElement _tracks;
    private EbmlElement _info;
    private EbmlElement _places;
    private bool _isUsed;

    /// <summary>Takes in the next element of the segment.</summary>
    internal void Take(EbmlElement element)
    {
        bool isTracks = element.Id == MatroskaId.Tracks;
        bool isInfo = element.Id == MatroskaId.Info;
        EbmlElement known = isTracks ? _tracks : _info;

        // Behind the packets it is too late, unless it was found there by the list of places. A copy says the same.
        if (_isUsed && (isTracks || isInfo) && known.At != element.At
            && (known.Id == 0 || known.Bytes != element.Bytes))
        {
            NotComparableException.Throw("what tells how to decode it stands behind it");
        }

        _tracks = isTracks && _tracks.Id == 0 ? element : _tracks;
        _info = isInfo && _info.Id == 0 ? element : _info;
        _places = element.Id == MatroskaId.SeekHead && _places.Id == 0 ? element : _places;
    }

    /// <summary>What tells of all tracks.</summary>
    /// <exception cref="NotComparableException">Nothing does.</exception>
    internal EbmlElement FindTracks()
    {
        _isUsed = true;
        if (_tracks.Id == 0 || _info.Id == 0)
        {
            LookUp();
        }

        if (_tracks.Id == 0)
        {
            NotComparableException.Throw("what tells how to decode it is missing");
        }

        return _tracks;
    }

    /// <summary>Nanoseconds of a unit of time.</summary>
    internal long FindTimestampScale() => _info.Id == 0
        ? UsualTimestampScale
        : new EbmlFields(file, _info, [], [MatroskaId.TimestampScale])
            .Unsigned(file, MatroskaId.TimestampScale, UsualTimestampScale);

    private void LookUp()
    {
        int places = 0;
        long at = _places.Start;
        while (EbmlElement.TryNextWithEnd(file, ref at, _places.End, out EbmlElement entry) && ++places < PlacesMax)
        {
            if (entry.Id != SeekEntry)
            {
                continue;
            }

            // Which element it tells of is written as the element's id is.
            var fields = new EbmlFields(file, entry, [], [SeekId, SeekPosition]);
            long id = fields.Unsigned(file, SeekId);
            long place = segment.Start + fields.Unsigned(file, SeekPosition);
            if (id is MatroskaId.Tracks or MatroskaId.Info && place >= segment.Start && place < segment.End
                && EbmlElement.TryNextWithEnd(file, ref place, segment.End, out EbmlElement found) && found.Id == id)
            {
                _tracks = id == MatroskaId.Tracks && _tracks.Id == 0 ? found : _tracks;
                _info = id == MatroskaId.Info && _info.Id == 0 ? found : _info;
            }
        }
    }
}
