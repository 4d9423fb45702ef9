using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Keeps the groups of a report or search in arrays, less than 100 bytes for a copy with a short name, and gives groups
/// and copies the numbers by which the page knows them.
/// </summary>
/// <remarks>Not thread-safe while groups are added.</remarks>
internal sealed class GroupStore
{
    private readonly Pages<GroupRecord> _groups = new();
    private readonly Pages<CopyRecord> _copies = new();
    private readonly Dictionary<int, IReadOnlyList<IReadOnlyList<int>>> _shared = [];
    private readonly Dictionary<int, TwinRecord> _twins = [];

    /// <summary>Gets the names of all copies.</summary>
    internal NameTable Names { get; } = new();

    internal int Groups => _groups.Count;

    /// <summary>Gets the number of groups of media with the same sound or picture but different tags.</summary>
    internal int TwinGroups => _twins.Count;

    internal int Copies => _copies.Count;

    /// <summary>Gets the number of bytes that all copies but one of each group take.</summary>
    internal long RedundantBytes { get; private set; }

    /// <summary>Gets the number of bytes that deleting all copies but one of each group frees.</summary>
    internal long FreedBytes { get; private set; }

    /// <summary>
    /// Returns what deleting all copies but one frees; null if the report does not have their blocks.
    /// </summary>
    internal static long? FreedBy(IEnumerable<ReportCopy> copies)
    {
        long[] blocks = [.. copies.Select(static copy => copy.Allocated)];
        return blocks.Contains(0) ? null : blocks.Sum() - blocks.Max();
    }

    /// <summary>Adds a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="toAbsolute">Returns the absolute form of a name.</param>
    internal void Add(ReportGroup group, Func<ReportName, ReportName> toAbsolute)
    {
        if (group.Shared is { } shared)
        {
            _shared.Add(_groups.Count, shared);
        }

        Add(
            group.Copies, toAbsolute, group.Size, group.RedundantBytes, group.FreedBytes ?? group.RedundantBytes,
            group.Proof, group.Digest);
    }

    /// <summary>Adds a group of media with the same sound or picture, but different tags.</summary>
    /// <param name="group">The group. Its tags are not kept.</param>
    /// <param name="toAbsolute">Returns the absolute form of a name.</param>
    internal void Add(ReportMediaGroup group, Func<ReportName, ReportName> toAbsolute)
    {
        long[] sizes = [.. group.Copies.Select(static copy => copy.Size)];
        int[] contents = [.. group.Copies.Select(static copy => copy.Content)];
        _twins.Add(_groups.Count, new TwinRecord(group.Format, group.Policy, sizes, contents));

        // The report counts identical files among them in other groups, which are not kept.
        long redundant = sizes.Contains(-1) ? group.RedundantBytes : sizes.Sum() - sizes.Max();
        ReportCopy[] copies = [.. group.Copies.Select(static copy => copy.Copy)];
        Add(
            copies, toAbsolute, group.PayloadBytes, redundant, FreedBy(copies) ?? redundant, group.Proof,
            group.Digest);
    }

    private void Add(
        IReadOnlyList<ReportCopy> copies, Func<ReportName, ReportName> toAbsolute, long size, long redundant,
        long freed, Proof proof, Digest128? digest)
    {
        int first = _copies.Count;
        foreach (ReportCopy copy in copies)
        {
            int name = Names.Count;
            for (int i = 0; i < copy.Names.Count; i++)
            {
                Names.Add(toAbsolute(copy.Names[i]), i < copy.Roots.Count ? copy.Roots[i] : -1);
            }

            _copies.Add(new CopyRecord(
                _groups.Count, name, copy.Links, copy.Device, copy.Inode, copy.Allocated, copy.Modified.Seconds,
                (int)copy.Modified.Nanoseconds));
        }

        FileKind kind = FileKinds.OfName(Names.LastOf(_copies[first].Name));
        _groups.Add(new GroupRecord(
            first, size, redundant, freed, proof, kind, digest is not null, digest ?? default));
        RedundantBytes += redundant;
        FreedBytes += freed;
    }

    /// <summary>
    /// Returns the bytes that a copy takes on the disk, or its size if the report does not have its blocks.
    /// </summary>
    internal long BlocksOf(int copy) =>
        _copies[copy].Allocated > 0 ? _copies[copy].Allocated : Math.Max(0, FileSizeOf(copy));

    /// <summary>Gives back the memory that only adding groups needs.</summary>
    internal void Complete() => Names.Complete();

    /// <summary>
    /// Returns the size of what the copies of a group have in common in bytes; -1 if the report does not have it.
    /// </summary>
    internal long SizeOf(int group) => _groups[group].Size;

    /// <summary>Returns the size of the file of a copy in bytes; -1 if the report does not have it.</summary>
    internal long FileSizeOf(int copy) => _twins.TryGetValue(GroupOf(copy), out TwinRecord? twins)
        ? twins.Sizes[copy - CopiesOf(GroupOf(copy)).First]
        : SizeOf(GroupOf(copy));

    /// <summary>
    /// Returns the format of media that have the same sound or picture but different tags; null if the files of a group
    /// are identical.
    /// </summary>
    internal string? TwinFormatOf(int group) => _twins.GetValueOrDefault(group)?.Format;

    /// <summary>
    /// Returns a number for each copy of a group of media that is the same for identical files; -1 if it is unknown.
    /// </summary>
    internal IReadOnlyList<int> TwinContentsOf(int group) => _twins.GetValueOrDefault(group)?.Contents ?? [];

    /// <summary>Returns the number of redundant bytes of a group.</summary>
    internal long RedundantOf(int group) => _groups[group].Redundant;

    /// <summary>
    /// Returns the number of bytes that deleting all copies of a group but one frees: blocks on the disk, or bytes of
    /// the content if the report does not have them.
    /// </summary>
    internal long FreedOf(int group) => _groups[group].Freed;

    /// <summary>Returns the kind of a group, from the name of its first copy.</summary>
    internal FileKind KindOf(int group) => _groups[group].Kind;

    /// <summary>Returns how equality was established.</summary>
    internal Proof ProofOf(int group) => _groups[group].Proof;

    internal CopyRange CopiesOf(int group) => new(
        _groups[group].First, group + 1 < _groups.Count ? _groups[group + 1].First : _copies.Count);

    /// <summary>Returns whether a copy is on a saved volume or in a bucket, and thus on no disk.</summary>
    internal bool IsSaved(int copy) =>
        ReportSavedVolume.Holds(Names.Folder(Names.FolderOf(NamesOf(copy).First)));

    /// <summary>Returns the numbers of the copies of a group that are on disks.</summary>
    internal IEnumerable<int> OnDisks(int group) => CopiesOf(group).All().Where(copy => !IsSaved(copy));

    internal CopyRange NamesOf(int copy) => new(
        _copies[copy].Name, copy + 1 < _copies.Count ? _copies[copy + 1].Name : Names.Count);

    /// <summary>Returns the group of a copy.</summary>
    internal int GroupOf(int copy) => _copies[copy].Group;

    /// <summary>Returns the number of hard links of a copy, or 0 if it is unknown.</summary>
    internal uint LinksOf(int copy) => _copies[copy].Links;

    /// <summary>Returns the time of the last change to a copy.</summary>
    internal ReportTime ModifiedOf(int copy) => new(_copies[copy].Seconds, _copies[copy].Nanoseconds);

    /// <summary>Returns the device and inode of a copy, or zeros if the report does not have them.</summary>
    internal (ulong Device, ulong Inode) IdentityOf(int copy) => (_copies[copy].Device, _copies[copy].Inode);

    /// <summary>Records that a copy was restored as another inode.</summary>
    internal void SetIdentity(int copy, ulong device, ulong inode) =>
        _copies[copy] = _copies[copy] with { Device = device, Inode = inode };

    /// <summary>Returns a group as a report has it, with some of its copies.</summary>
    internal ReportGroup ToReport(int group, Func<int, bool> hasCopy)
    {
        GroupRecord record = _groups[group];
        CopyRange range = CopiesOf(group);
        int[] copies = [.. range.All().Where(hasCopy)];
        return new ReportGroup
        {
            Size = record.Size,
            Proof = record.Proof,
            Digest = record.HasDigest ? record.Digest : null,
            RedundantBytes = record.Redundant,
            Shared = _shared.TryGetValue(group, out IReadOnlyList<IReadOnlyList<int>>? shared)
                ? [.. shared.Select(one => Renumbered(one, range.First, copies)).Where(static one => one.Length > 1)]
                : null,
            Copies = [.. copies.Select(ToReportCopy)],
        };
    }

    /// <summary>Returns a group of media as a report has it, with some of its copies, and without tags.</summary>
    /// <returns>The group; null if its files are identical.</returns>
    internal ReportMediaGroup? ToMediaReport(int group, Func<int, bool> hasCopy)
    {
        if (!_twins.TryGetValue(group, out TwinRecord? twins))
        {
            return null;
        }

        GroupRecord record = _groups[group];
        return new ReportMediaGroup
        {
            Format = twins.Format,
            Policy = twins.Policy,
            Proof = record.Proof,
            Digest = record.HasDigest ? record.Digest : null,
            PayloadBytes = record.Size,
            RedundantBytes = record.Redundant,
            Copies =
            [
                .. CopiesOf(group).All().Where(hasCopy).Select(copy => new ReportMediaCopy
                {
                    Copy = ToReportCopy(copy),
                    Size = twins.Sizes[copy - record.First],
                    Content = twins.Contents[copy - record.First],
                }),
            ],
        };
    }

    private static int[] Renumbered(IReadOnlyList<int> shared, int first, int[] copies) =>
        [.. shared.Select(one => Array.IndexOf(copies, first + one)).Where(static one => one >= 0)];

    private ReportCopy ToReportCopy(int copy)
    {
        CopyRecord record = _copies[copy];
        int[] names = [.. NamesOf(copy).All()];
        return new ReportCopy
        {
            Names = [.. names.Select(Names.PathOf)],
            Roots = [.. names.Select(Names.RootOf)],
            Links = record.Links,
            Device = record.Device,
            Inode = record.Inode,
            Allocated = record.Allocated,
            Modified = ModifiedOf(copy),
        };
    }

    private readonly record struct GroupRecord(
        int First, long Size, long Redundant, long Freed, Proof Proof, FileKind Kind, bool HasDigest,
        Digest128 Digest);

    private sealed record TwinRecord(string Format, ReportMediaPolicy Policy, long[] Sizes, int[] Contents);

    private readonly record struct CopyRecord(
        int Group, int Name, uint Links, ulong Device, ulong Inode, long Allocated, long Seconds, int Nanoseconds);
}

/// <summary>The numbers from a first one up to one that is not included.</summary>
internal readonly record struct CopyRange(int First, int EndExcl)
{
    /// <summary>Gets how many numbers these are.</summary>
    internal int Count => EndExcl - First;

    /// <summary>Returns all of them.</summary>
    internal IEnumerable<int> All() => Enumerable.Range(First, Count);
}
