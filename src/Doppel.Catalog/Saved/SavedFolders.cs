using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>The folders of a saved volume, numbered from 0, which is the folder above all roots.</summary>
/// <remarks>In unmanaged memory: about 70 bytes and the name for each.</remarks>
internal sealed class SavedFolders : IDisposable
{
    /// <summary>The number that means no folder.</summary>
    internal const int None = -1;

    private const int CapacityMin = 256;

    private readonly NativeBuffer<SavedFolder> _rows = new(CapacityMin);
    private readonly NativeBuffer<byte> _names = new(CapacityMin * 16);

    // Numbers of folders by parent and name, or None. Its length is a power of two, at least twice their number.
    private NativeBuffer<int> _places = new(2 * CapacityMin);
    private int _nameBytes;

    internal SavedFolders()
    {
        _places.Span.Fill(None);
        Append(None, []);
    }

    internal int Count { get; private set; }

    internal ref SavedFolder this[int number] => ref _rows[number];

    public void Dispose()
    {
        _rows.Dispose();
        _names.Dispose();
        _places.Dispose();
    }

    internal ReadOnlySpan<byte> NameOf(int number) =>
        _names.Span.Slice(_rows[number].NameAt, _rows[number].NameLength);

    /// <summary>Returns a folder in a folder, or <see cref="None"/>.</summary>
    internal int Find(int parent, ReadOnlySpan<byte> name) => _places[PlaceOf(parent, name)];

    /// <summary>Returns a folder in a folder, and adds it if necessary.</summary>
    internal int FindOrAdd(int parent, ReadOnlySpan<byte> name)
    {
        int number = Find(parent, name);
        return number == None ? Add(parent, name) : number;
    }

    /// <summary>Follows a path. Returns <see cref="None"/> if it does not lead to a folder.</summary>
    /// <param name="from">Where a relative path starts.</param>
    /// <param name="path">The path. Empty parts and "." lead nowhere else.</param>
    internal int Follow(int from, ReadOnlySpan<byte> path)
    {
        foreach (Range range in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = path[range];
            if (name.IsEmpty || name.SequenceEqual("."u8))
            {
                continue;
            }

            from = name.SequenceEqual(".."u8) ? Math.Max(0, _rows[from].Parent) : Find(from, name);
            if (from == None)
            {
                return None;
            }
        }

        return from;
    }

    /// <summary>Returns the number of folders that are roots or in one.</summary>
    internal int CountBelow(IEnumerable<SavedRoot> roots)
    {
        using var isBelow = new NativeBuffer<bool>(Count);
        isBelow.Span.Clear();
        foreach (SavedRoot root in roots)
        {
            int folder = Follow(0, root.Path.Span);
            if (folder != None)
            {
                isBelow[folder] = true;
            }
        }

        int count = 0;
        for (int number = 0; number < Count; number++)
        {
            isBelow[number] |= number > 0 && isBelow[_rows[number].Parent];
            count += isBelow[number] ? 1 : 0;
        }

        return count;
    }

    private int Add(int parent, ReadOnlySpan<byte> name)
    {
        if (2 * (Count + 1) > _places.Length)
        {
            GrowPlaces();
        }

        int number = Append(parent, name);
        _places[PlaceOf(parent, name)] = number;
        _rows[number].NextInParent = _rows[parent].FirstInside;
        _rows[parent].FirstInside = number;
        return number;
    }

    private int Append(int parent, ReadOnlySpan<byte> name)
    {
        if (Count == _rows.Length)
        {
            _rows.Resize(checked(2 * Count));
        }

        int nameBytes = checked(_nameBytes + name.Length);
        if (nameBytes > _names.Length)
        {
            _names.Resize((int)Math.Max(nameBytes, Math.Min(2L * _names.Length, int.MaxValue)));
        }

        name.CopyTo(_names.Span[_nameBytes..]);
        _rows[Count] = new SavedFolder
        {
            Parent = parent,
            NameAt = _nameBytes,
            NameLength = name.Length,
            FirstInside = None,
            NextInParent = None,
        };
        _nameBytes = nameBytes;
        return Count++;
    }

    private int PlaceOf(int parent, ReadOnlySpan<byte> name)
    {
        int mask = _places.Length - 1;
        int place = (int)Xxh3.Hash128(name, (ulong)parent).Low & mask;
        while (_places[place] is var number and not None
            && (_rows[number].Parent != parent || !NameOf(number).SequenceEqual(name)))
        {
            place = (place + 1) & mask;
        }

        return place;
    }

    private void GrowPlaces()
    {
        int length = checked(2 * _places.Length);
        _places.Dispose();
        _places = new NativeBuffer<int>(length);
        _places.Span.Fill(None);
        for (int number = 1; number < Count; number++)
        {
            _places[PlaceOf(_rows[number].Parent, NameOf(number))] = number;
        }
    }
}

/// <summary>A folder, and where its files are.</summary>
[StructLayout(LayoutKind.Auto)]
internal struct SavedFolder
{
    internal int Parent;
    internal int NameAt;
    internal int NameLength;
    internal int FirstInside;
    internal int NextInParent;

    /// <summary>The number of names of files.</summary>
    internal long Files;

    /// <summary>The number of the first one; see <see cref="SavedPlace"/>.</summary>
    internal ulong FirstFile;
}
