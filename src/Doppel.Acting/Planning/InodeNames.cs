using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Combines the names of each inode into one copy that a plan can choose or drop.</summary>
/// <remarks>Refuses names whose identity is uncertain, and names of one entry under several paths.</remarks>
internal sealed class InodeNames(PlanOptions options, NameLook look)
{
    private readonly ILookup<ReportName, PlanLink> _links =
        options.SymbolicLinks.ToLookup(static link => link.Final);

    /// <summary>Combines the names of each inode into one copy.</summary>
    internal List<Candidate> Join(List<SeenName> seen, List<PlanRefusal> refusals)
    {
        var candidates = new List<Candidate>();
        foreach (IGrouping<(ulong, ulong), SeenName> inode in seen.GroupBy(n => (n.Facts.Device, n.Facts.Inode)))
        {
            ProtectedFolder? protectedBy = inode.Select(static name => name.Folder.ProtectedBy)
                .MaxBy(static folder => (folder is not null, folder is { IsReference: true }));
            List<SeenName> names = WithoutSameEntries(inode, refusals);
            if (names.TrueForAll(name => name.AgreesWith(names[0])) && names[0].Facts.Links >= names.Count)
            {
                candidates.Add(ToCandidate(names, protectedBy));
                continue;
            }

            refusals.AddRange(names.Select(name => new PlanRefusal(
                name.Path, PlanRefusal.UnsureIdentity, "its file system reports unreliable inode numbers")));
        }

        return candidates;
    }

    /// <summary>Returns the symbolic links that lead to any of these names.</summary>
    internal PlanLink[] LinksTo(IEnumerable<ReportName> names) =>
    [
        .. names.SelectMany(name => _links[name]).OrderBy(static link => link.Name)
            .Select(link => link with { IsProtected = look.IsBelowProtected(link.Name) }),
    ];

    /// <summary>Removes names of the same folder entry: a bind mount shows one entry under two paths.</summary>
    private static List<SeenName> WithoutSameEntries(IEnumerable<SeenName> inode, List<PlanRefusal> refusals)
    {
        var names = new List<SeenName>();
        var entries = new Dictionary<(ulong Device, ulong Folder, ReportName Name), SeenName>();
        foreach (SeenName name in inode)
        {
            if (entries.TryAdd(name.Entry, name))
            {
                names.Add(name);
                continue;
            }

            ReportName first = entries[name.Entry].Path;
            string message = first == name.Path ? "the group lists it twice" : $"it is {first} by another path";
            refusals.Add(new PlanRefusal(name.Path, PlanRefusal.SameEntry, message));
        }

        return names.Count > names[0].Facts.Links ? WithoutOtherSpellings(names, refusals) : names;
    }

    // More names than the file has: it is mounted over another one, or a folder that ignores case is named twice.
    private static List<SeenName> WithoutOtherSpellings(List<SeenName> names, List<PlanRefusal> refusals)
    {
        var kept = new List<SeenName>();
        foreach (SeenName name in names.OrderBy(static name => name.Facts.IsMountRoot))
        {
            if (kept.Count > 0 && name.Facts.IsMountRoot)
            {
                refusals.Add(new PlanRefusal(
                    name.Path, PlanRefusal.SameEntry, $"it is {kept[0].Path}, which is mounted there"));
            }
            else if (kept.Find(other => other.IsOtherSpelling(name)) is { } first)
            {
                refusals.Add(new PlanRefusal(
                    name.Path, PlanRefusal.SameEntry, $"it is {first.Path} in another spelling"));
            }
            else
            {
                kept.Add(name);
            }
        }

        return kept;
    }

    private Candidate ToCandidate(List<SeenName> names, ProtectedFolder? protectedBy) => new()
    {
        Copy = new PlanCopy
        {
            Names = [.. names.Select(name => name.Path)],
            Facts = names[0].Facts,
            SharesBlocks = names.Exists(name => name.SharesBlocks),
            SymbolicLinks = LinksTo(names),
        },
        Root = names.Min(name => name.Root),
        RootPaths = [.. names.Select(name => name.Root < options.Roots.Count ? options.Roots[name.Root] : default)],
        FolderTimes = IsElsewhere(names[0].Path) ? [] : [.. names.Select(static name => name.Folder.Modified)],
        ProtectedBy = protectedBy,
    };

    private static bool IsElsewhere(ReportName name) => ObjectName.Is(name) || HostName.Is(name);

    private PlanLink[] LinksTo(List<SeenName> names) => LinksTo(names.Select(static name => name.Path));
}
