using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>Puts the names of one group together that belong to the same file.</summary>
internal sealed class CopyCollector
{
    private readonly Dictionary<(ulong Device, ulong Inode), Names> _copies = [];

    internal void Add(ReportName name, int root, ReportCopy copy, ulong device, ulong inode)
    {
        if (!_copies.TryGetValue((device, inode), out Names? names))
        {
            _copies.Add((device, inode), names = new Names(copy));
        }

        names.All.Add((root, name));
    }

    /// <summary>Returns the copies by first name, each with its names by root and then by path.</summary>
    internal IReadOnlyList<ReportCopy> ToCopies()
    {
        List<ReportCopy> copies = [];
        foreach (Names names in _copies.Values)
        {
            names.All.Sort(static (left, right) =>
            {
                int byRoot = left.Root.CompareTo(right.Root);
                return byRoot != 0 ? byRoot : left.Name.CompareTo(right.Name);
            });
            copies.Add(names.Copy with
            {
                Names = [.. names.All.Select(static one => one.Name)],
                Roots = [.. names.All.Select(static one => one.Root)],
            });
        }

        copies.Sort(static (left, right) => left.Names[0].CompareTo(right.Names[0]));
        return copies;
    }

    private sealed record Names(ReportCopy Copy)
    {
        public List<(int Root, ReportName Name)> All { get; } = [];
    }
}
