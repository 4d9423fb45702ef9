using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The lines of a report, for reading and writing. docs/formats.md describes them.</summary>
internal static partial class JsonItems
{
    /// <summary>Reads an item of a known type. Returns null for any other, which a later version may have.</summary>
    public static object? Any(scoped ref JsonItem json, object? item) => json.Type switch
    {
        var type when type.SequenceEqual("group"u8) => Group(ref json),
        var type when type.SequenceEqual("unique"u8) => Unique(ref json),
        var type when type.SequenceEqual("folders"u8) => FolderGroup(ref json, null),
        var type when type.SequenceEqual("contained"u8) => Contained(ref json, null),
        var type when type.SequenceEqual("empty"u8) => Empty(ref json, default),
        var type when type.SequenceEqual("media-group"u8) => MediaGroup(ref json, null),
        var type when type.SequenceEqual("not-comparable"u8) => NotComparable(ref json, null),
        var type when type.SequenceEqual("problem"u8) => Problem(ref json, null),
        var type when type.SequenceEqual("begin"u8) => Begin(ref json, null),
        var type when type.SequenceEqual("summary"u8) => Summary(ref json, null),
        _ => null,
    };

    public static ReportBegin Begin(scoped ref JsonItem json, ReportBegin? item)
    {
        long schema = item?.Schema ?? 1;
        string version = item?.Version ?? "";
        IReadOnlyList<ReportName> command = item?.Command ?? [];
        ReportName directory = item?.WorkingDirectory ?? default;
        IReadOnlyList<ReportName> roots = item?.Roots ?? [];
        IReadOnlyList<ReportName> references = item?.References ?? [];
        IReadOnlyList<ReportSavedVolume> saved = item?.SavedVolumes ?? [];
        ReportTime started = item?.Started ?? default;
        for (json.Begin("begin", "begin"u8); json.Next();)
        {
            schema = json.Long("schema"u8, schema, min: 1);
            version = json.Text("version"u8, version);
            command = json.List("command"u8, command, Name);
            directory = json.Name("cwd"u8, directory);
            roots = json.List("roots"u8, roots, Name);
            references = json.List("references"u8, references, Name, when: references.Count > 0);
            saved = json.List("catalogs"u8, saved, SavedVolume, when: saved.Count > 0);
            started = json.Time("started"u8, started);
        }

        return item ?? new ReportBegin
        {
            Schema = schema == 1 ? 1 : throw json.Fault($"has schema {schema}; this program reads schema 1"),
            Version = version,
            Command = command,
            WorkingDirectory = directory,
            Roots = roots,
            References = references,
            SavedVolumes = saved,
            Started = started,
        };
    }

    public static ReportProblem Problem(scoped ref JsonItem json, ReportProblem? item)
    {
        (ReportName path, string step, string reason, string message) = item ?? new ReportProblem(default, "", "", "");
        for (json.Begin("problem", "problem"u8); json.Next();)
        {
            path = json.Name("path"u8, path);
            step = json.Text("step"u8, step);
            reason = json.Text("reason"u8, reason);
            message = json.Text("message"u8, message);
        }

        return item ?? new ReportProblem(path, step, reason, message);
    }

    public static ReportCopy Copy(scoped ref JsonItem json, ReportCopy? item)
    {
        var none = default(MediaFields);
        return Copy(ref json, item, ref none, isMedia: false);
    }

    // Only read: JsonReportWriter writes groups and unique files.
    private static ReportGroup Group(scoped ref JsonItem json)
    {
        long size = 0;
        Proof? proof = null;
        Digest128? digest = null;
        long redundant = 0;
        long? freed = null;
        IReadOnlyList<IReadOnlyList<int>>? shared = null;
        IReadOnlyList<ReportCopy> copies = [];
        for (json.Begin("group", "group"u8); json.Next();)
        {
            size = json.Long("size"u8, size, min: -1);
            proof = json.Proof("proof"u8, proof);
            digest = json.Digest("digest"u8, digest);
            redundant = json.Long("redundant_bytes"u8, redundant);
            freed = Optional(ref json, "freed_bytes"u8, freed);
            shared = json.List("shared"u8, shared, Sharing, when: true);
            copies = json.List("copies"u8, copies, Copy);
        }

        CheckStorages(ref json, size, redundant, shared, copies.Count);
        return new ReportGroup
        {
            Size = size,
            Proof = proof.GetValueOrDefault(),
            Digest = digest,
            RedundantBytes = redundant,
            FreedBytes = freed,
            Shared = shared,
            Copies = copies,
        };
    }

    private static ReportUnique Unique(scoped ref JsonItem json)
    {
        long size = 0;
        ReportCopy? copy = null;
        for (json.Begin("unique", "unique"u8); json.Next();)
        {
            size = json.Long("size"u8, size, min: -1);
            copy = json.Value("copy"u8, copy, Copy);
        }

        return new ReportUnique(size, copy!);
    }

    private static ReportCopy Copy(scoped ref JsonItem json, ReportCopy? item, ref MediaFields media, bool isMedia)
    {
        if (item is not null)
        {
            CopyRules.Check(item);
        }

        IReadOnlyList<ReportName> names = item?.Names ?? [];
        IReadOnlyList<int> roots = item?.Roots ?? [];
        IReadOnlyList<bool>? followed = item?.Followed;
        IReadOnlyList<ReportName>? companions = item?.Companions;
        uint links = item?.Links ?? 0;
        ulong device = item?.Device ?? 0;
        ulong inode = item?.Inode ?? 0;
        long allocated = item?.Allocated ?? 0;
        uint owner = item?.Owner ?? 0;
        uint group = item?.Group ?? 0;
        uint mode = item?.Mode ?? 0;
        ReportTime modified = item?.Modified ?? default;
        for (json.Begin("copy", shown: "a copy"); json.Next();)
        {
            names = json.List("names"u8, names, FileName);
            roots = json.List("roots"u8, roots, RootOfName);
            followed = json.List(
                "followed"u8, followed, static (scoped ref json, value) => json.BoolValue(value), followed is not null);
            companions = json.List("companions"u8, companions, FileName, companions is not null);
            links = json.UInt("links"u8, links);
            device = json.Identity("device"u8, device);
            inode = json.Identity("inode"u8, inode);
            allocated = json.Long("allocated"u8, allocated);
            owner = json.UInt("owner"u8, owner);
            group = json.UInt("group"u8, group);
            mode = json.Mode("mode"u8, mode);
            modified = json.Time("modified"u8, modified);
            if (isMedia)
            {
                media.Code(ref json);
            }
        }

        return item ?? new ReportCopy
        {
            Names = names.Count > 0 ? names : throw json.Wrong("names", "a list of at least one name"),
            Roots = roots.Count == names.Count ? roots : throw json.Wrong("roots", "as long as names"),
            Followed = followed is null || followed.Count == names.Count
                ? followed
                : throw json.Wrong("followed", "as long as names"),
            Companions = companions,
            Links = links,
            Device = device,
            Inode = inode,
            Allocated = allocated,
            Owner = owner,
            Group = group,
            Mode = mode,
            Modified = modified,
        };
    }

    private static ReportSavedVolume SavedVolume(scoped ref JsonItem json, ReportSavedVolume item)
    {
        (string name, ReportTime made) = item;
        for (json.Begin("catalog", shown: "a catalog"); json.Next();)
        {
            name = json.Text("catalog"u8, name);
            made = json.Time("catalog_made"u8, made);
        }

        return new ReportSavedVolume(name, made);
    }

    internal static ReportName Name(scoped ref JsonItem json, ReportName name) => json.NameValue(name);

    private static int Root(scoped ref JsonItem json, int root) => json.IndexValue(root);

    private static ReportName FileName(scoped ref JsonItem json, ReportName name) => json.FileValue(name);

    private static int RootOfName(scoped ref JsonItem json, int root)
    {
        long value = json.LongValue(root, min: -1, "a root");
        return value <= int.MaxValue ? (int)value : throw json.Wrong("a root", "below 2147483648");
    }

    internal static IReadOnlyList<int> Sharing(scoped ref JsonItem json, IReadOnlyList<int>? sharing) =>
        json.Items(sharing ?? [], static (scoped ref json, copy) => json.IndexValue(copy, min: 0));

    // Text and CSV keep the redundant bytes but not which copies share extents, so a report converted from them has no
    // list.
    private static void CheckStorages(
        scoped ref JsonItem json, long size, long redundant, IReadOnlyList<IReadOnlyList<int>>? shared, int copies)
    {
        if (copies < 2)
        {
            throw json.Wrong("copies", "a list of at least two copies");
        }

        if (shared is not null && !SharedRules.Hold(shared, copies))
        {
            throw json.Wrong("shared", "ascending lists of two or more copies each, no copy twice");
        }

        int storages = SharedRules.Storages(shared, copies);
        bool fits = shared is null
            ? ListedTotals.CanBeRedundant(redundant, size, copies)
            : redundant == ListedTotals.Redundant(size, storages);
        if (!fits)
        {
            throw json.Wrong("redundant_bytes", $"the size times {storages - 1}");
        }
    }
}
