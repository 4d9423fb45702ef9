using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The lines of a plan, for reading and writing. docs/formats.md describes them.</summary>
internal static class PlanItems
{
    private const int ListingChars = 64;
    private const string Count = "a count";
    private const string Plain = "an absolute path without '.', '..' and empty parts";

    /// <summary>Reads an item of a known type. Returns null for any other, which a later version may have.</summary>
    internal static object? Any(scoped ref JsonItem json, object? item) => json.Type switch
    {
        var type when type.SequenceEqual("group"u8) => Group(ref json, null),
        var type when type.SequenceEqual("media-group"u8) => Group(ref json, null),
        var type when type.SequenceEqual("folder"u8) => Folder(ref json, null),
        var type when type.SequenceEqual("refusal"u8) => Refusal(ref json, null),
        var type when type.SequenceEqual("plan"u8) => Begin(ref json, null),
        var type when type.SequenceEqual("summary"u8) => Summary(ref json, null),
        _ => null,
    };

    internal static PlanBegin Begin(scoped ref JsonItem json, PlanBegin? item)
    {
        long schema = item?.Schema ?? 1;
        string version = item?.Version ?? "";
        IReadOnlyList<string> rules = item?.Rules ?? [];
        IReadOnlyList<ReportName> roots = item?.Roots ?? [];
        ReportTime made = item?.Made ?? default;
        for (json.Begin("plan", "plan"u8); json.Next();)
        {
            schema = json.Long("schema"u8, schema, min: 1);
            version = json.Text("version"u8, version);
            rules = json.List("rules"u8, rules, static (scoped ref json, rule) => json.TextValue(rule, "a rule"));
            roots = json.List("roots"u8, roots, static (scoped ref json, root) => json.NameValue(root, "a root"));
            made = json.Time("made"u8, made);
        }

        return item ?? (schema > 1
            ? throw json.Fault($"has schema {schema}; this program reads schema 1")
            : new PlanBegin { Version = version, Rules = rules, Roots = roots, Made = made });
    }

    internal static PlanGroup Group(scoped ref JsonItem json, PlanGroup? item)
    {
        bool isMedia = item is null ? json.Type.SequenceEqual("media-group"u8) : item.Media is not null;
        string? format = item?.Media?.Format;
        string? policy = item?.Media is { } media ? MediaWords.Of(media.Policy) : null;
        long size = item?.Size ?? 0;
        Proof? proof = item?.Proof;
        Digest128? digest = item?.Digest;
        string reason = item?.Reason ?? "";
        IReadOnlyList<ReportName> companionOf = item?.CompanionOf ?? [];
        bool isMoved = item?.IsMoved ?? false;
        ReportName tagsTo = item?.TagsTo ?? default;
        IReadOnlyList<PlanCopy> keep = item?.Keep ?? [];
        IReadOnlyList<PlanCopy> drop = item?.Drop ?? [];
        json.Begin(isMedia ? "media group" : "group", isMedia ? "media-group"u8 : "group"u8);
        while (json.Next())
        {
            if (isMedia)
            {
                format = json.Text("format"u8, format, when: true);
                policy = json.Text("policy"u8, policy, when: true);
            }

            size = json.Long(isMedia ? "payload_size"u8 : "size"u8, size, shown: "size");
            proof = json.Proof("proof"u8, proof, when: proof is not null);
            digest = json.Digest("digest"u8, digest);
            reason = json.Text("reason"u8, reason);
            companionOf = json.List("companion_of"u8, companionOf, File, when: companionOf.Count > 0);
            isMoved = json.Bool("moved"u8, isMoved, when: isMoved);
            tagsTo = isMedia ? json.Value("sidecar"u8, tagsTo, File, when: false) : tagsTo;
            tagsTo = isMedia ? json.Value("tags_to"u8, tagsTo, File, when: !tagsTo.IsEmpty) : tagsTo;
            keep = json.List("keep"u8, keep, isMedia ? MediaCopy : Copy);
            drop = json.List("drop"u8, drop, isMedia ? MediaCopy : Copy);
        }

        if (item is not null)
        {
            return item;
        }

        PlanMedia? common = null;
        if (isMedia)
        {
            if (format is null || policy is null)
            {
                throw json.Fault("holds a media group that lacks its format or policy");
            }

            common = new PlanMedia(
                format, MediaWords.ParsePolicy(policy) ?? throw json.Wrong("policy", "strict or loose"));
        }

        CheckCopies(ref json, keep, drop);
        if (isMoved && companionOf.Count == 0)
        {
            throw json.Wrong("moved", "only together with companion_of");
        }

        return new PlanGroup
        {
            Size = size,
            Proof = proof,
            Digest = digest,
            Reason = reason,
            CompanionOf = companionOf,
            IsMoved = isMoved,
            Media = common,
            TagsTo = tagsTo,
            Keep = isMedia ? keep : WithSize(keep, size),
            Drop = isMedia ? drop : WithSize(drop, size),
        };
    }

    internal static PlanFolder Folder(scoped ref JsonItem json, PlanFolder? item)
    {
        ReportName name = item?.Name ?? default;
        ReportName keeper = item?.Keeper ?? default;
        string by = item switch
        {
            null => "",
            _ when keeper.IsEmpty => "",
            { Match: FolderMatch.Name } => "name",
            _ => "content",
        };
        string reason = item?.Reason ?? "";
        string listing = item?.Listing ?? "";
        long files = item?.Files ?? 0;
        long names = item?.Names ?? 0;
        long freed = item?.FreedBytes ?? 0;
        long held = item?.HeldFiles ?? 0;
        IReadOnlyList<PlanLink> links = item?.SymbolicLinks ?? [];
        for (json.Begin("folder", "folder"u8); json.Next();)
        {
            name = json.Value("path"u8, name, Path);
            keeper = json.Value("keeper"u8, keeper, Path, when: !keeper.IsEmpty);
            by = json.Text("by"u8, by, when: by.Length > 0);
            reason = json.Text("reason"u8, reason);
            listing = json.Text("listing"u8, listing);
            files = json.Long("files"u8, files);
            names = json.Long("names"u8, names);
            freed = json.Long("freed_bytes"u8, freed);
            held = json.Long("held_files"u8, held);
            links = json.List("symbolic_links"u8, links, Link, when: links.Count > 0);
        }

        if (item is not null)
        {
            return item;
        }

        if (by is not ("name" or "content") && !(by.Length == 0 && keeper.IsEmpty))
        {
            throw json.Wrong("by", "name or content");
        }

        return new PlanFolder
        {
            Name = name,
            Keeper = keeper,
            Match = by == "content" ? FolderMatch.Content : FolderMatch.Name,
            Reason = reason,
            Listing = listing.Length == ListingChars
                ? listing
                : throw json.Wrong("listing", "64 hex digits in a string"),
            Files = files,
            Names = names,
            FreedBytes = freed,
            HeldFiles = held,
            SymbolicLinks = links,
        };
    }

    internal static PlanRefusal Refusal(scoped ref JsonItem json, PlanRefusal? item)
    {
        (ReportName path, string reason, string message) = item ?? new PlanRefusal(default, "", "");
        for (json.Begin("refusal", "refusal"u8); json.Next();)
        {
            path = json.Name("path"u8, path);
            reason = json.Text("reason"u8, reason);
            message = json.Text("message"u8, message);
        }

        return item ?? new PlanRefusal(path, reason, message);
    }

    internal static PlanSummary Summary(scoped ref JsonItem json, PlanSummary? item)
    {
        PlanSummary sum = item ?? new PlanSummary();
        (long folders, long groups, long media, long losing) =
            (sum.Folders, sum.Groups, sum.MediaGroups, sum.LosingFiles);
        (long files, long names, long freed, long held) = (sum.Files, sum.Names, sum.FreedBytes, sum.HeldFiles);
        (long objects, long companions) = (sum.Objects, sum.Companions);
        (long dangling, long refusals, long idle) = (sum.DanglingLinks, sum.Refusals, sum.IdleGroups);
        for (json.Begin("summary", "summary"u8); json.Next();)
        {
            folders = json.Long("folders"u8, folders, when: folders > 0, shown: Count);
            groups = json.Long("groups"u8, groups, shown: Count);
            media = json.Long("media_groups"u8, media, when: media > 0, shown: Count);
            losing = json.Long("losing_files"u8, losing, when: media > 0, shown: Count);
            files = json.Long("files"u8, files, shown: Count);
            objects = json.Long("objects"u8, objects, when: objects > 0, shown: Count);
            companions = json.Long("companions"u8, companions, when: companions > 0, shown: Count);
            names = json.Long("names"u8, names, shown: Count);
            freed = json.Long("freed_bytes"u8, freed, shown: Count);
            held = json.Long("held_files"u8, held, shown: Count);
            dangling = json.Long("dangling_links"u8, dangling, shown: Count);
            refusals = json.Long("refusals"u8, refusals, shown: Count);
            idle = json.Long("idle_groups"u8, idle, shown: Count);
        }

        return item ?? new PlanSummary
        {
            Folders = folders,
            Groups = groups,
            MediaGroups = media,
            LosingFiles = losing,
            Files = files,
            Objects = objects,
            Companions = companions,
            Names = names,
            FreedBytes = freed,
            HeldFiles = held,
            DanglingLinks = dangling,
            Refusals = refusals,
            IdleGroups = idle,
        };
    }

    private static PlanCopy Copy(scoped ref JsonItem json, PlanCopy? item) => Copy(ref json, item, isMedia: false);

    private static PlanCopy MediaCopy(scoped ref JsonItem json, PlanCopy? item) => Copy(ref json, item, isMedia: true);

    private static PlanCopy Copy(scoped ref JsonItem json, PlanCopy? item, bool isMedia)
    {
        IReadOnlyList<ReportName> names = item?.Names ?? [];
        FileFacts facts = item?.Facts ?? new FileFacts { Kind = EntryKind.File, Size = -1 };
        bool sharesBlocks = item?.SharesBlocks ?? false;
        IReadOnlyList<string> changes = MetadataWords.Of(item?.Changes ?? MetadataKinds.None);
        IReadOnlyList<PlanLink> links = item?.SymbolicLinks ?? [];
        IReadOnlyList<ReportTag> lost = item?.LostTags ?? [];
        IReadOnlyList<ReportTag> kept = item?.KeptTags ?? [];
        IReadOnlyList<ReportTag> added = item?.AddedTags ?? [];
        for (json.Begin("copy", shown: "a copy"); json.Next();)
        {
            names = json.List("names"u8, names, File);
            facts.Size = json.Long("size"u8, facts.Size, when: isMedia);
            facts.Links = json.UInt("links"u8, facts.Links);
            facts.Device = json.Identity("device"u8, facts.Device);
            facts.Inode = json.Identity("inode"u8, facts.Inode);
            facts.Allocated = json.Long("allocated"u8, facts.Allocated);
            facts.Owner = json.UInt("owner"u8, facts.Owner);
            facts.Group = json.UInt("group"u8, facts.Group);
            facts.Mode = json.Mode("mode"u8, facts.Mode);
            facts.Modified = Time(ref json, "modified"u8, facts.Modified);
            facts.Changed = Time(ref json, "changed"u8, facts.Changed);
            sharesBlocks = json.Bool("shares_blocks"u8, sharesBlocks, when: sharesBlocks);
            changes = json.List("changes"u8, changes, Change, when: changes.Count > 0);
            links = json.List("symbolic_links"u8, links, Link, when: links.Count > 0);
            lost = Tags(ref json, "lost_tags"u8, lost, "a lost tag");
            kept = Tags(ref json, "kept_tags"u8, kept, "a tag that stays");
            added = Tags(ref json, "added_tags"u8, added, "an added tag");
        }

        if (item is not null)
        {
            return item;
        }

        if (names.Count == 0)
        {
            throw json.Wrong("names", "a list of at least one name");
        }

        if (links.Any(link => !names.Contains(link.Final)))
        {
            throw json.Wrong("final", "a name of the copy");
        }

        return isMedia && facts.Size < 0
            ? throw json.Fault("holds a copy of media that lacks its size")
            : new PlanCopy
            {
                Names = names,
                Facts = facts,
                SharesBlocks = sharesBlocks,
                Changes = MetadataWords.Parse(changes),
                SymbolicLinks = links,
                LostTags = lost,
                KeptTags = kept,
                AddedTags = added,
            };
    }

    private static IReadOnlyList<ReportTag> Tags(
        scoped ref JsonItem json, ReadOnlySpan<byte> name, IReadOnlyList<ReportTag> tags, string shown) => json.Tags(
        name, tags, when: tags.Count > 0, shown, isList: true,
        "an object of arrays with at least one string, no name twice");

    private static PlanLink Link(scoped ref JsonItem json, PlanLink? item)
    {
        ReportName name = item?.Name ?? default;
        ReportName target = item?.Target ?? default;
        ReportName final = item?.Final ?? default;
        bool isProtected = item?.IsProtected ?? false;
        for (json.Begin("symbolic link", shown: "a symbolic link"); json.Next();)
        {
            name = json.Value("name"u8, name, File);
            target = json.Name("target"u8, target);
            final = json.Value("final"u8, final, File);
            isProtected = json.Bool("protected"u8, isProtected, when: isProtected);
        }

        return item ?? new PlanLink { Name = name, Target = target, Final = final, IsProtected = isProtected };
    }

    private static FileTime Time(scoped ref JsonItem json, ReadOnlySpan<byte> name, FileTime time)
    {
        (long seconds, int nanoseconds) = json.Time(name, new ReportTime(time.Seconds, time.Nanoseconds));
        return new FileTime(seconds, nanoseconds);
    }

    private static string Change(scoped ref JsonItem json, string? word) => json.TextValue(word, "a change");

    private static ReportName File(scoped ref JsonItem json, ReportName name)
    {
        name = json.FileValue(name);
        return !json.IsReading || PlanPaths.IsPlain(name.Bytes) ? name : throw json.Wrong("a name", Plain);
    }

    private static ReportName Path(scoped ref JsonItem json, ReportName path)
    {
        path = json.NameValue(path, "a folder");
        return !json.IsReading || PlanPaths.IsPlain(path.Bytes) ? path : throw json.Wrong("a folder", Plain);
    }

    // Rejects an inode that is both kept and dropped, and a name in two copies: acting on them would remove what must
    // be kept.
    private static void CheckCopies(
        scoped ref JsonItem json, IReadOnlyList<PlanCopy> keep, IReadOnlyList<PlanCopy> drop)
    {
        if (keep.Count == 0 || drop.Count == 0)
        {
            throw json.Wrong(keep.Count == 0 ? "keep" : "drop", "a list of at least one copy");
        }

        HashSet<ReportName> names = [];
        HashSet<(ulong, ulong)> inodes = [];
        foreach (PlanCopy copy in keep.Concat(drop))
        {
            if (!inodes.Add((copy.Facts.Device, copy.Facts.Inode)))
            {
                throw json.Fault("holds a group that has one inode as two copies");
            }

            if (!copy.Names.All(names.Add))
            {
                throw json.Fault("holds a group that has one name twice");
            }
        }
    }

    // The size may come after the copies.
    private static PlanCopy[] WithSize(IReadOnlyList<PlanCopy> copies, long size) =>
        [.. copies.Select(copy => copy with { Facts = copy.Facts with { Size = size } })];
}
