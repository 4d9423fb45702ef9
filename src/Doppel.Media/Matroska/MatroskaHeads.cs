namespace Doppel.Media;

/// <summary>Finds the description of tracks and the timestamp scale, wherever they are in the file.</summary>
/// <remarks>
/// They usually precede the packets. Programs that change them keep them there if they fit. Otherwise they write them
/// after the packets and record the new location in the seek head.
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

    /// <summary>Records the next element of the segment.</summary>
    internal void Take(EbmlElement element)
    {
        bool isTracks = element.Id == MatroskaId.Tracks;
        bool isInfo = element.Id == MatroskaId.Info;
        EbmlElement known = isTracks ? _tracks : _info;

        // An element after the packets comes too late, unless the seek head located it in advance. A copy is harmless.
        if (_isUsed && (isTracks || isInfo) && known.At != element.At
            && (known.Id == 0 || known.Bytes != element.Bytes))
        {
            NotComparableException.Throw("its decoder setup comes after the data");
        }

        _tracks = isTracks && _tracks.Id == 0 ? element : _tracks;
        _info = isInfo && _info.Id == 0 ? element : _info;
        _places = element.Id == MatroskaId.SeekHead && _places.Id == 0 ? element : _places;
    }

    /// <summary>Returns the element that describes all tracks.</summary>
    /// <exception cref="NotComparableException">There is none.</exception>
    internal EbmlElement FindTracks()
    {
        _isUsed = true;
        if (_tracks.Id == 0 || _info.Id == 0)
        {
            LookUp();
        }

        if (_tracks.Id == 0)
        {
            NotComparableException.Throw("the codec configuration is missing");
        }

        return _tracks;
    }

    /// <summary>Returns the timestamp scale: the number of nanoseconds per unit of time.</summary>
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

            // The ID of the element that the entry locates is stored in encoded form.
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
