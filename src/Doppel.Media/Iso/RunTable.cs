namespace Doppel.Media;

/// <summary>
/// A table that says of how many samples in turn a value holds: stts, ctts (ISO/IEC 14496-12, 8.6.1).
/// </summary>
internal sealed class RunTable
{
    private readonly NumberTable? _table;
    private uint _runs;

    /// <summary>Begins to read one; a box of type 0 is a table in which all values are 0.</summary>
    internal RunTable(HeaderReader file, IsoBox box)
    {
        if (box.Type == 0)
        {
            Left = long.MaxValue;
            return;
        }

        _table = new NumberTable(file, box.Start + 4, box.End);
        _runs = _table.Next32();
        Left = 0;
    }

    /// <summary>For how many samples <see cref="Value"/> still holds.</summary>
    internal long Left { get; private set; }

    /// <summary>The value; composition offsets are signed in one version and small in the other.</summary>
    internal int Value { get; private set; }

    /// <summary>Makes sure that the value is that of the next sample.</summary>
    internal void Advance()
    {
        while (Left == 0)
        {
            if (_runs-- == 0)
            {
                NotComparableException.Throw("a table of times is too short");
            }

            Left = _table!.Next32();
            Value = (int)_table.Next32();
        }
    }

    /// <summary>Passes samples that the value holds for.</summary>
    internal void Pass(long samples) => Left -= samples;
}
