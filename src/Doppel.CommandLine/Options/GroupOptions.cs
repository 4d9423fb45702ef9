using Doppel.Finding;

namespace Doppel.CommandLine;

/// <summary>Defines the options that select groups.</summary>
internal static class GroupOptions
{
    internal static OptionDefinition<CommandSettings> Isolate { get; } = OptionDefinition.Switch<CommandSettings>(
        "isolate", OptionCategory.Groups, "Only groups with files in at least two roots",
        """
        Report only groups with names in at least two roots, to find what one folder has in common with another.
        Files that are duplicated within a single root are not reported.
        """,
        (settings, on) => settings.Request.Groups.Isolate = on);

    internal static OptionDefinition<CommandSettings> Reference { get; } = new()
    {
        Name = "reference",
        ValueName = "DIR",
        Category = OptionCategory.Groups,
        Completion = ValueCompletion.Root,
        Summary = "Only what DIR has too; files in DIR always stay",
        Text = """
            Search the reference folder DIR as well, and report only groups with a copy in DIR and a copy outside.
            Nothing in DIR is ever changed, and a file outside is removed only if DIR contains a copy of it. Can be
            repeated: a copy in any of the reference folders counts. With --unique, the files outside that no reference
            folder contains are reported too. catalog:NAME and s3://BUCKET can be references as well.
            """,
        Negation = "no-reference",
        Apply = AddReference,
    };

    internal static OptionDefinition<CommandSettings> Unique { get; } = OptionDefinition.Switch<CommandSettings>(
        "unique", OptionCategory.Groups, "Also report files without a duplicate",
        "Also report files without a duplicate, after the groups. An interrupted search reports none.",
        (settings, on) => settings.Request.Groups.Unique = on);

    internal static OptionDefinition<CommandSettings> Exact { get; } = OptionDefinition.Switch<CommandSettings>(
        "exact", OptionCategory.Groups, "Compare all bytes instead of trusting hashes",
        """
        Compare the files of every group byte by byte. By default, contents that many files may share are compared by
        their XXH3-128 hashes, which are safe against accidental collisions but not against someone who constructs one.
        Each group in the report states how it was verified.
        """,
        (settings, on) => settings.Request.Groups.Exact = on);

    internal static OptionDefinition<CommandSettings> Folders { get; } = OptionDefinition.Switch<CommandSettings>(
        "folders", OptionCategory.Groups, "Also report identical, contained and empty folders",
        """
        First report the largest identical folders, then folders whose contents all exist in another folder, then empty
        folders. The first of several identical folders represents them all: files in the others, or in a contained
        folder, are not listed again. A folder is considered only if everything in it was seen, so not if a filter skips
        one of its files. No additional data is read. Requires the format text, json or html.
        """,
        (settings, on) => settings.Request.Groups.Folders = on);

    internal static OptionDefinition<CommandSettings> FoldersBy { get; } = OptionDefinition.Choice<CommandSettings>(
        "folders-by", OptionCategory.Groups, "WHAT", ["name", "content"],
        "Compare folders by name (default) or content",
        """
        How folders are compared. name, the default: they contain the same names with the same contents. content: they
        contain the same contents the same number of times, and likewise for subfolders, whatever the names are.
        Requires --folders.
        """,
        (settings, choice) => settings.Request.Groups.FoldersBy =
            choice == 0 ? FolderMatching.ByName : FolderMatching.ByContent);

    internal static OptionDefinition<CommandSettings> Media { get; } = OptionDefinition.Switch<CommandSettings>(
        "media", OptionCategory.Groups, "Also report media that differ only in their tags",
        """
        After the groups, report files whose audio or image data is identical byte for byte while their tags, covers
        or dates differ, and list the differences. Formats are detected from content, not from names, so every file
        is opened and at least 4 KiB are read, even if no other file has its size. A file is read past its headers
        only if another file might match. Identical files appear in a media group only if a file with different tags
        does too. The other groups and --unique do not change. Requires the format text, json or html; cannot be
        combined with --folders.
        """,
        (settings, on) => settings.Request.Media.IsOn = on);

    internal static OptionDefinition<CommandSettings> Policy { get; } = MediaOptions.Policy with
    {
        Category = OptionCategory.Groups,
        Text = MediaOptions.Policy.Text + " Requires --media.",
    };

    private static void AddReference(CommandSettings settings, string? value)
    {
        if (value is null)
        {
            settings.Request.References.Clear();
            settings.Request.SavedReferences.Clear();
        }
        else if (SavedRoots.IsNamedBy(value))
        {
            settings.Request.SavedReferences.Add(settings.Request.Accepts == RootKinds.None
                ? throw SavedRoots.Refused(value, settings.Request.Accepts)
                : value);
        }
        else
        {
            settings.Request.References.Add(
                new TypedFolder(value, settings.Values.ParseFolder(value) with { IsReference = true }));
        }
    }
}
