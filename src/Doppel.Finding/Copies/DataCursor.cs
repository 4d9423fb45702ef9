using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Tells where an open file has data, for reading from front to back without its holes.</summary>
/// <remarks>
/// Only a file with fewer bytes allocated than its size is asked, and only on file systems that are known to answer
/// truthfully. Others cost no call, and are data from start to end.
/// </remarks>
internal struct DataCursor
{
    private readonly IVolume? _volume;
    private readonly FileHandle _file;
    private long _start;
    private long _behind;

    internal DataCursor(in OpenCopy file, MountFacts mount)
    {
        bool mayHaveHoles = file.Payload is null && file.Facts.Allocated < file.Facts.Size
            && (mount.Traits & FileSystemTraits.Holes) != 0;
        _volume = mayHaveHoles ? file.Volume : null;
        _file = file.Handle;
    }

    /// <summary>Returns the offset of the next data, which is the given offset if there is data.</summary>
    /// <param name="offset">The offset from which to search, not less than that of an earlier call.</param>
    internal long NextData(long offset)
    {
        if (_volume is not null && offset >= _behind)
        {
            bool isKnown = !_volume.NextData(_file, offset, out _start, out _behind).Failed;
            _start = isKnown ? _start : offset;
            _behind = isKnown && _behind > offset ? _behind : long.MaxValue;
        }

        return Math.Max(offset, _start);
    }
}
