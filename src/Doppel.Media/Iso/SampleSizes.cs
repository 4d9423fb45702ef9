namespace Doppel.Media;

/// <summary>The sizes of a track's samples: stsz, stz2 (ISO/IEC 14496-12, 8.7.3).</summary>
internal sealed class SampleSizes
{
    private readonly NumberTable _table;
    private readonly int _bits;
    private uint _pair;
    private bool _hasHalf;

    internal SampleSizes(HeaderReader file, IsoBox stbl)
    {
        IsoBox box = stbl.Find(file, "stsz"u8);
        bool isCompact = box.Type == 0;
        box = isCompact ? stbl.Need(file, "stz2"u8) : box;
        _table = new NumberTable(file, box.Start + 4, box.End);
        uint first = _table.Next32();
        Count = _table.Next32();
        Fixed = isCompact ? 0 : first;
        _bits = isCompact ? (int)first & 0xFF : 32;
        if (_bits is not (4 or 8 or 16 or 32))
        {
            NotComparableException.Throw("its table of sizes is damaged");
        }
    }

    /// <summary>Gets the number of samples.</summary>
    internal long Count { get; }

    /// <summary>Gets the size in bytes that all samples share, or 0 if each has its own.</summary>
    internal long Fixed { get; }

    /// <summary>Returns the size of the next sample in bytes.</summary>
    internal long Next()
    {
        if (Fixed > 0)
        {
            return Fixed;
        }

        if (_bits != 4)
        {
            return _bits == 32 ? _table.Next32() : _table.NextSmall(_bits / 8);
        }

        // Two sizes per byte, the upper half first.
        _hasHalf = !_hasHalf;
        _pair = _hasHalf ? _table.NextSmall(1) : _pair << 4;
        return (_pair >> 4) & 0xF;
    }
}
