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
    ];
}
