namespace Doppel.Media;

/// <summary>Gives the number of samples in each chunk of a track: stsc (ISO/IEC 14496-12, 8.7.4).</summary>
internal sealed class ChunkTable
{
    private readonly NumberTable _table;
    private uint _runs;
    private long _samples;
    private long _nextFirst;
    private long _nextSamples;

    internal ChunkTable(HeaderReader file, IsoBox box)
    {
        _table = new NumberTable(file, box.Start + 4, box.End);
        _runs = _table.Next32();
        ReadNext();
    }

    /// <summary>
    /// Returns the number of samples in a chunk. Call it for every chunk in ascending order, starting from 1.
    /// </summary>
    internal long SamplesOf(long chunk)
    {
        if (chunk == _nextFirst)
        {
            _samples = _nextSamples;
            ReadNext();
        }

        if (_samples == 0)
        {
            NotComparableException.Throw("its table of chunks is damaged");
        }

        return _samples;
    }

    private void ReadNext()
    {
        _nextFirst = 0;
        if (_runs > 0)
        {
            _runs--;
            _nextFirst = _table.Next32();
            _nextSamples = _table.Next32();
            _table.Next32(); // sample description index; all descriptions count
        }
    }
}
