using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Encodes the facts of a batch's entries as differences from the previous entry, and decodes them.</summary>
/// <remarks>
/// Neighbouring entries usually have similar inode numbers and times and are otherwise equal, so an entry takes only a
/// few digits. Use a new instance, which starts at zero, for each batch.
/// </remarks>
internal sealed class EntryFacts
{
    /// <summary>
    /// The number of values: inode, seconds, nanoseconds, size, links, set, allocated bytes, and the seconds and
    /// nanoseconds between the modification time and the status change time.
    /// </summary>
    internal const int Count = 9;

    private const long Block = 4096;
    private const int NanosecondsExcl = 1_000_000_000;
    private const uint ModeMax = 0xFFF;

    private ulong _inode;
    private long _seconds;
    private int _nanoseconds;
    private long _size;
    private uint _links;
    private int _set;

    /// <summary>Encodes the facts of an entry.</summary>
    /// <param name="facts">The facts of the entry.</param>
    /// <param name="set">The index of its combination of device, owner, group and mode.</param>
    /// <param name="hasChanged">Whether to store the status change time.</param>
    /// <param name="values">Receives <see cref="Count"/> values.</param>
    /// <returns>The number of values up to the last nonzero one.</returns>
    internal int Encode(in FileFacts facts, int set, bool hasChanged, Span<long> values)
    {
        values[0] = (long)(facts.Inode - _inode);
        values[1] = facts.Modified.Seconds - _seconds;
        values[2] = facts.Modified.Nanoseconds - _nanoseconds;
        values[3] = facts.Size - _size;
        values[4] = (long)facts.Links - _links;
        values[5] = set - _set;
        values[6] = facts.Allocated - Rounded(facts.Size);
        values[7] = hasChanged ? facts.Changed.Seconds - facts.Modified.Seconds : 0;
        values[8] = hasChanged ? facts.Changed.Nanoseconds - facts.Modified.Nanoseconds : 0;
        Advance(facts, set);
        return values.LastIndexOfAnyExcept(0) + 1;
    }

    /// <summary>Decodes the facts of an entry.</summary>
    /// <param name="values">The <see cref="Count"/> values.</param>
    /// <param name="sets">The combinations of device, owner, group and mode, by index.</param>
    /// <exception cref="FormatException">A number is out of range.</exception>
    internal FileFacts Decode(ReadOnlySpan<long> values, IReadOnlyList<FileFacts> sets)
    {
        checked
        {
            long set = _set + values[5];
            if (set < 0 || set >= sets.Count)
            {
                throw new FormatException($"there is no set {set}");
            }

            FileFacts facts = sets[(int)set];
            facts.Inode = unchecked(_inode + (ulong)values[0]);
            facts.Modified = new FileTime(_seconds + values[1], (int)(_nanoseconds + values[2]));
            facts.Size = _size + values[3];
            facts.Links = (uint)(_links + values[4]);
            facts.Allocated = facts.Size < 0 ? -1 : Rounded(facts.Size) + values[6];
            facts.Changed = new FileTime(
                facts.Modified.Seconds + values[7], (int)(facts.Modified.Nanoseconds + values[8]));
            Check(facts);
            Advance(facts, (int)set);
            return facts;
        }
    }

    /// <summary>Rejects facts that no file can have.</summary>
    /// <exception cref="FormatException">A number is out of range.</exception>
    internal static void Check(in FileFacts facts)
    {
        if (facts.Size < 0 || facts.Allocated < 0 || facts.Mode > ModeMax
            || facts.Modified.Nanoseconds is < 0 or >= NanosecondsExcl
            || facts.Changed.Nanoseconds is < 0 or >= NanosecondsExcl)
        {
            throw new FormatException("a size, mode or time is out of its range");
        }
    }

    private static long Rounded(long size) => size > long.MaxValue - Block ? size : (size + Block - 1) / Block * Block;

    private void Advance(in FileFacts facts, int set)
    {
        _inode = facts.Inode;
        _seconds = facts.Modified.Seconds;
        _nanoseconds = facts.Modified.Nanoseconds;
        _size = facts.Size;
        _links = facts.Links;
        _set = set;
    }
}
