using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Determines whether a path lies within the roots, whatever links the roots themselves were reached through.
/// </summary>
internal sealed class RootBounds
{
    private readonly byte[][] _real;
    private readonly Dictionary<IVolume, byte[][]> _outermost = [];

    /// <summary>Resolves the location of each root.</summary>
    /// <param name="roots">The roots.</param>
    /// <param name="isLink">
    /// Returns whether a root is listed as a link itself, and therefore does not stand for its target.
    /// </param>
    internal RootBounds(IReadOnlyList<FindRoot> roots, Func<int, bool> isLink)
    {
        _real = new byte[roots.Count][];
        ReadOnlySpan<byte> lastFolder = default;
        byte[] lastReal = [];
        for (int i = 0; i < _real.Length; i++)
        {
            IVolume volume = roots[i].Volume;
            ReadOnlySpan<byte> path = roots[i].Path.Span;
            ReadOnlySpan<byte> folder = path[..(path.LastIndexOf((byte)'/') + 1)];

            // Lists of files name the same folder many times.
            if (i == 0 || !folder.SequenceEqual(lastFolder) || roots[i - 1].Volume != volume)
            {
                lastFolder = folder;
                lastReal = RealOf(volume, folder, folder);
            }

            ReadOnlySpan<byte> name = path[folder.Length..];
            _real[i] = isLink(i) ? Join(lastReal, name) : RealOf(volume, lastReal, name);
        }

        foreach (IGrouping<IVolume, int> group in Enumerable.Range(0, _real.Length).GroupBy(i => roots[i].Volume))
        {
            _outermost.Add(group.Key, Outermost([.. group.Select(i => Comparable(_real[i]).ToArray())]));
        }
    }

    /// <summary>
    /// Returns the path of a root with all links resolved, or the path as given if it cannot be resolved.
    /// </summary>
    internal ReadOnlySpan<byte> RealPath(int root) => _real[root];

    /// <summary>Returns whether a path without links is a root or lies below one.</summary>
    internal bool Contain(IVolume volume, ReadOnlySpan<byte> path)
    {
        // Only the last root that does not sort after the path can contain it.
        byte[][] roots = _outermost[volume];
        path = Comparable(path);
        int low = 0;
        for (int high = roots.Length; low < high;)
        {
            int middle = (low + high) >>> 1;
            if (Compare(roots[middle], path) <= 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low > 0 && Holds(roots[low - 1], path);
    }

    /// <summary>Returns the path of an entry, given that of its folder and its name or its path below it.</summary>
    internal static byte[] Join(ReadOnlySpan<byte> folder, ReadOnlySpan<byte> below) =>
        [.. folder, .. folder is [.., (byte)'/'] ? ""u8 : "/"u8, .. below];

    private static byte[] RealOf(IVolume volume, ReadOnlySpan<byte> folder, ReadOnlySpan<byte> path) =>
        LinkResolver.Walk(volume, folder, path, out byte[] real).Failed || real.Length == 0 ? path.ToArray() : real;

    // On Windows, the text of a link may differ in case from the actual name.
    private static ReadOnlySpan<byte> Comparable(ReadOnlySpan<byte> path) => OperatingSystem.IsWindows()
        ? Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(path).ToUpperInvariant())
        : path;

    private static byte[][] Outermost(byte[][] roots)
    {
        Array.Sort(roots, static (left, right) => Compare(left, right));
        int kept = 0;
        foreach (byte[] root in roots)
        {
            if (kept == 0 || !Holds(roots[kept - 1], root))
            {
                roots[kept++] = root;
            }
        }

        return roots[..kept];
    }

    private static bool Holds(ReadOnlySpan<byte> root, ReadOnlySpan<byte> path) =>
        path.StartsWith(root) && (path.Length == root.Length || root is [.., (byte)'/'] || path[root.Length] == '/');

    // Compares by component, so that everything below a root sorts right after it.
    private static int Compare(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        int same = left.CommonPrefixLength(right);
        if (same == left.Length || same == right.Length)
        {
            return left.Length.CompareTo(right.Length);
        }

        return (left[same], right[same]) switch
        {
            ((byte)'/', _) => -1,
            (_, (byte)'/') => 1,
            var (one, other) => one.CompareTo(other),
        };
    }
}
