namespace Doppel.Reports;

/// <content>Folders.</content>
internal static partial class JsonItems
{
    public static ReportFolderGroup FolderGroup(scoped ref JsonItem json, ReportFolderGroup? item)
    {
        if (item is not null)
        {
            FolderRules.Check(item);
        }

        FolderMatch match = item?.Match ?? default;
        FolderContent content = item?.Content ?? default;
        long redundant = item?.RedundantBytes ?? 0;
        IReadOnlyList<ReportName> names = item is null ? [] : [.. item.Folders.Select(static folder => folder.Name)];
        IReadOnlyList<int> roots = item is null ? [] : [.. item.Folders.Select(static folder => folder.Root)];
        for (json.Begin("group of folders", "folders"u8); json.Next();)
        {
            match = json.Value("by"u8, match, Match);
            Content(ref json, ref content, ref redundant);
            names = json.List("folders"u8, names, Name);
            roots = json.List("roots"u8, roots, Root);
        }

        return item ?? new ReportFolderGroup
        {
            Match = match,
            Folders = names.Count > 1 && roots.Count == names.Count
                ? [.. names.Zip(roots, static (name, root) => new ReportFolder(name, root))]
                : throw json.Wrong("folders", "a list of at least two, each with its root"),
            Content = content,
            RedundantBytes = redundant,
        };
    }

    public static ReportContainedFolder Contained(scoped ref JsonItem json, ReportContainedFolder? item)
    {
        FolderContent content = item?.Content ?? default;
        long redundant = item?.RedundantBytes ?? 0;
        (ReportName folder, int root) = item?.Folder ?? default;
        (ReportName container, int rootOfContainer) = item?.Container ?? default;
        for (json.Begin("contained folder", "contained"u8); json.Next();)
        {
            Content(ref json, ref content, ref redundant);
            folder = json.Name("folder"u8, folder);
            root = json.Index("root"u8, root);
            container = json.Name("in"u8, container);
            rootOfContainer = json.Index("in_root"u8, rootOfContainer);
        }

        return item ?? new ReportContainedFolder
        {
            Folder = new ReportFolder(folder, root),
            Container = new ReportFolder(container, rootOfContainer),
            Content = content,
            RedundantBytes = redundant,
        };
    }

    public static ReportFolder Empty(scoped ref JsonItem json, ReportFolder item)
    {
        (ReportName folder, int root) = item;
        for (json.Begin("empty folder", "empty"u8); json.Next();)
        {
            folder = json.Name("folder"u8, folder);
            root = json.Index("root"u8, root);
        }

        return new ReportFolder(folder, root);
    }

    private static void Content(scoped ref JsonItem json, ref FolderContent content, ref long redundant)
    {
        (long bytes, long files, long entries, Proof proof) = content;
        proof = json.Proof("proof"u8, proof).GetValueOrDefault();
        bytes = json.Long("bytes"u8, bytes);
        files = json.Long("files"u8, files);
        entries = json.Long("entries"u8, entries);
        redundant = json.Long("redundant_bytes"u8, redundant);
        content = new FolderContent(bytes, files, entries, proof);
    }

    private static FolderMatch Match(scoped ref JsonItem json, FolderMatch match)
    {
        ReadOnlySpan<byte> word = json.WordValue(match == FolderMatch.Name ? "name"u8 : "content"u8);
        if (word.SequenceEqual("name"u8))
        {
            return FolderMatch.Name;
        }

        return word.SequenceEqual("content"u8) ? FolderMatch.Content : throw json.Wrong("by", "name or content");
    }
}
