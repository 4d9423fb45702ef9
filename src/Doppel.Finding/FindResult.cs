using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>What a search found.</summary>
/// <remarks>
/// The sequences are made while they are walked, so that memory stays small; they may be walked again, by one
/// thread at a time, until the result is disposed.
/// </remarks>
public sealed class FindResult : IDisposable
{
    private readonly CopyTable _copies;
    private readonly GroupTable _groups;
    private readonly UniqueTable _uniques;

    internal FindResult(
        PathTree paths,
        CopyTable copies,
        GroupTable groups,
        UniqueTable uniques,
        IReadOnlyList<ReportProblem> problems,
        ReportSummary summary)
    {
        Paths = paths;
        _copies = copies;
        _groups = groups;
        _uniques = uniques;
        Problems = problems;
        Summary = summary;
    }

    /// <summary>All paths that the search has listed and that passed the filters.</summary>
    public PathTree Paths { get; }

    /// <summary>Groups of equal files, largest redundant bytes first, then by first name.</summary>
    public IEnumerable<ReportGroup> Groups =>
        ReadAhead.Of(_groups.Groups.Count, i => ToReport(_groups.Groups[i]));

    /// <summary>Files without a twin, by name, where they were asked for and the search ran to its end.</summary>
    public IEnumerable<ReportUnique> Uniques =>
        _uniques.All.Select(
            unique => new ReportUnique(_copies.SizeOf(unique.Copy), ToReport(unique.Copy, unique.Facts)));

    /// <summary>What could not be listed, read or trusted, by path.</summary>
    public IReadOnlyList<ReportProblem> Problems { get; }

    /// <summary>Totals.</summary>
    public ReportSummary Summary { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _groups.Dispose();
        _uniques.Dispose();
        _copies.Dispose();
        Paths.Dispose();
    }

    private ReportGroup ToReport(GroupRow group)
    {
        var copies = new ReportCopy[group.Count];
        for (int i = 0; i < copies.Length; i++)
        {
            copies[i] = ToReport(_groups.MemberOf(group, i), _groups.FactsOf(group, i));
        }

        return new ReportGroup
        {
            Size = _groups.SizeOf(group),
            Proof = group.Proof,
            Digest = _groups.TryGetDigest(group, out Digest128 digest) ? digest : null,
            RedundantBytes = _groups.RedundantBytesOf(group),
            Shared = _copies.Shared?.ListsOf(_groups.MembersOf(group)),
            Copies = copies,
        };
    }

    private ReportCopy ToReport(int copy, CopyFacts? facts)
    {
        PathId[] names = _copies.SortedNamesOf(copy);
        bool anyFollowed = Array.Exists(names, Paths.IsReachedThroughLink);
        (int device, ulong inode) = _copies.IdentityOf(copy);
        return new ReportCopy
        {
            Names = Array.ConvertAll(names, name => new ReportName(Paths.Render(name))),
            Roots = Array.ConvertAll(names, Paths.RootIndex),
            Followed = anyFollowed ? Array.ConvertAll(names, Paths.IsReachedThroughLink) : null,
            Device = Paths.Devices[device].Device,
            Inode = inode,
            Links = facts?.Links ?? 0,
            Allocated = facts?.Allocated ?? 0,
            Owner = facts?.Owner ?? 0,
            Group = facts?.Group ?? 0,
            Mode = facts?.Mode ?? 0,
            Modified = facts?.Modified ?? default,
        };
    }
}
