namespace Doppel.Media;

/// <summary>The entries of one directory. Reused for successive directories. Not thread-safe.</summary>
internal sealed class TiffDirectory
{
    // Real directories have up to 300 entries.
    private const int EntriesMax = 4096;

    private readonly List<TiffEntry> _entries = [];

    /// <summary>Gets the entries in file order.</summary>
    internal List<TiffEntry> Entries => _entries;

    /// <summary>Gets the offset of the directory.</summary>
    internal long At { get; private set; }

    /// <summary>Gets the length of the directory in bytes, without values stored outside it.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Gets the offset of the next directory in the chain, or 0 if this is the last one.</summary>
    internal long Next { get; private set; }

    /// <summary>Reads a directory.</summary>
    /// <exception cref="NotComparableException">The directory or a value is not within the file.</exception>
    internal void Read(TiffReader tiff, long at)
    {
        _entries.Clear();
        HeaderReader file = tiff.File;
        int countBytes = tiff.IsBig ? 8 : 2;
        int entryBytes = tiff.IsBig ? 20 : 12;
        if (at < 8 || !file.Has(at, countBytes))
        {
            NotComparableException.Throw("a directory is not where it should be");
        }

        ulong count = tiff.Number(at, countBytes);
        if (count > EntriesMax)
        {
            NotComparableException.Throw("a directory has too many entries");
        }

        At = at;
        Bytes = countBytes + ((long)count * entryBytes) + tiff.PlaceBytes;
        long next = at + countBytes;
        for (; count > 0; count--, next += entryBytes)
        {
            _entries.Add(ReadEntry(tiff, next));
        }

        Next = tiff.Place(next);
    }

    /// <summary>Returns whether the directory contains an entry.</summary>
    internal bool Has(int tag) => TryFind(tag, out _);

    /// <summary>Finds an entry.</summary>
    /// <exception cref="NotComparableException">The entry occurs twice, or its type is unknown.</exception>
    internal bool TryFind(int tag, out TiffEntry found)
    {
        bool isFound = false;
        found = default;
        foreach (TiffEntry entry in _entries)
        {
            if (entry.Tag != tag)
            {
                continue;
            }

            if (isFound || entry.ValueBytes == 0)
            {
                NotComparableException.Throw("a significant entry is duplicated or has an unknown type");
            }

            (isFound, found) = (true, entry);
        }

        return isFound;
    }

    /// <summary>Returns the first value of an entry, or a default if the entry is missing.</summary>
    internal long Number(TiffReader tiff, int tag, long missing)
    {
        if (!TryFind(tag, out TiffEntry entry))
        {
            return missing;
        }

        if (!entry.IsWhole || entry.Count == 0)
        {
            NotComparableException.Throw("an entry that should be a number is not one");
        }

        return (long)tiff.Number(entry.At, entry.ValueBytes);
    }

    private static TiffEntry ReadEntry(TiffReader tiff, long at)
    {
        int tag = tiff.Number16(at);
        int type = tiff.Number16(at + 2);
        long count = tiff.Place(at + 4);
        int valueBytes = TiffEntry.BytesOf(type);
        long value = at + 4 + tiff.PlaceBytes;
        if (valueBytes == 0)
        {
            return new TiffEntry(tag, type, 0, value);
        }

        if (count < 0 || count > tiff.File.Length / valueBytes)
        {
            NotComparableException.Throw("an entry is longer than the file");
        }

        if (count * valueBytes > tiff.PlaceBytes)
        {
            value = tiff.Place(value);
        }

        if (!tiff.File.Has(value, count * valueBytes))
        {
            NotComparableException.Throw("an entry ends after the end of the file");
        }

        return new TiffEntry(tag, type, count, value);
    }
}
