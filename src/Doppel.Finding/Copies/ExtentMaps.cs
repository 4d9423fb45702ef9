using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>What a table of copies showed about shared extents, for another table with the same files.</summary>
/// <remarks>Takes 20 bytes for each name of a file that shares its extents, and nothing for others.</remarks>
internal sealed class ExtentMaps : IDisposable
{
    private readonly NativeList<MapOfName> _maps = new();
    private readonly int[] _spaces;

    /// <summary>Initializes an instance without maps.</summary>
    /// <param name="spaces">The number of the file system of each device, or -1 if it cannot report extents.</param>
    internal ExtentMaps(int[] spaces) => _spaces = spaces;

    public void Dispose() => _maps.Dispose();

    /// <summary>Adds the map of a file. After the last one, <see cref="Sort"/> must be called.</summary>
    internal void Add(int name, Digest128 map) => _maps.Add(new MapOfName(name, map));

    /// <summary>Prepares for <see cref="MapOf"/>.</summary>
    internal void Sort() => _maps.Span.Sort();

    /// <summary>Returns whether a device turned out to be unable to report extents.</summary>
    internal bool IsSilent(int device) => device < _spaces.Length && _spaces[device] < 0;

    /// <summary>Returns the map of the file with a name, or <c>default</c> if it is unknown.</summary>
    internal Digest128 MapOf(PathId name)
    {
        int at = _maps.Span.BinarySearch(new MapOfName(name.Value, default));
        return at >= 0 ? _maps[at].Map : default;
    }

    private readonly record struct MapOfName(int Name, Digest128 Map) : IComparable<MapOfName>
    {
        public int CompareTo(MapOfName other) => Name.CompareTo(other.Name);
    }
}
