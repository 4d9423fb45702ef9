using Doppel.Finding;
using Doppel.Media;

namespace Doppel.Cli.Options;

/// <summary>The flags that choose groups.</summary>
internal static class GroupOptions
{
    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        OptionDefinition.Switch(
            "unique", OptionCategory.Groups, "Report the files that have no twin, too",
            "Report the files without a twin too, after the groups. An interrupted search reports none.",
            (settings, on) => settings.Unique = on),
        OptionDefinition.Switch(
            "isolate", OptionCategory.Groups, "Only groups with files in at least two of the roots",
            """
            Only groups with names in at least two of the roots: what of one folder is in another one as well. Files
            that are the same within one root only are not reported.
            """,
            (settings, on) => settings.Isolate = on),
        OptionDefinition.Switch(
            "exact", OptionCategory.Groups, "Prove every group by comparing all bytes",
            """
            Prove every group by comparing all bytes. Without it, contents that many files may share are told apart
            by XXH3-128, which is safe against chance but not against someone who prepares collisions. Each group
            says how it was proved.
            """,
            (settings, on) => settings.Exact = on),
        OptionDefinition.Switch(
            "folders", OptionCategory.Groups, "Report equal, contained and empty folders, too",
            """
            Report first the largest folders that are equal, then those of which each content is in another folder as
            well, then empty ones. Of equal folders the first stands for all: what lies in the others, or in a
            contained folder, is not listed again. A folder takes part only if everything in it was seen, so not if a
            filter leaves something out. Nothing more is read for it. It goes with text and json.
            """,
            (settings, on) => settings.Folders = on),
        OptionDefinition.Choice(
            "folders-by", OptionCategory.Groups, "WHAT", ["name", "content"],
            "Folders are equal by name (default) or content",
            """
            What makes folders equal. name, the default: below them are the same names with the same contents.
            content: they hold the same contents equally often, and folders likewise, whatever the names are. It says
            nothing without --folders.
            """,
            (settings, choice) => settings.FoldersBy =
                choice == 0 ? FolderMatching.ByName : FolderMatching.ByContent),
        OptionDefinition.Switch(
            "media", OptionCategory.Groups, "Report files of one sound or picture, too",
            """
            Report after the groups the files whose sound or picture is equal byte for byte while their tags, covers or
            dates are not, and what differs. What a file is tells its content, never its name: so every file is opened
            and at least 4 KiB of it are read, also one whose size no other has. Beyond its headers it is read only if
            another one may have the same payload. Files that are equal as a whole stand in a media group only if one
            that is not does too. It changes nothing about the groups and --unique. It goes with text and json, and not
            with --folders.
            """,
            (settings, on) => settings.Media = on),
        MediaOptions.Policy with
        {
            Category = OptionCategory.Groups,
            Text = MediaOptions.Policy.Text + " It says nothing without --media.",
        },
    ];
}
