namespace Doppel.Media;

/// <summary>
/// Reads a run-length table, which gives each value with the number of consecutive samples that it applies to: stts,
/// ctts (ISO/IEC 14496-12, 8.6.1).
/// </summary>
internal sealed class RunTable
{
    private readonly NumberTable? _table;
    private uint _runs;

    /// <summary>Starts to read a table. A box of type 0 stands for a table in which all values are 0.</summary>
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

    /// <summary>Gets the number of further samples that <see cref="Value"/> applies to.</summary>
    internal long Left { get; private set; }

    /// <summary>
    /// Gets the value. Composition offsets are signed in one version of the table and small in the other, so both fit.
    /// </summary>
    internal int Value { get; private set; }

    /// <summary>Moves to the value of the next sample, unless it is already the current one.</summary>
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

    /// <summary>Skips samples that the current value applies to.</summary>
    internal void Pass(long samples) => Left -= samples;
}
