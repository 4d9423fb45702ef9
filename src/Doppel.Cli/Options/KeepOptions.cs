using Doppel.Acting;
using Doppel.Cli.Commands;
using Doppel.Cli.Values;

namespace Doppel.Cli.Options;

/// <summary>The flags that choose which copies stay.</summary>
internal static class KeepOptions
{
    private static readonly string[] s_rules = [.. KeepRuleText.Words];

    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        new()
        {
            Name = "keep",
            ValueName = "DIR|GLOB",
            Completion = ValueCompletion.File,
            Category = OptionCategory.Keeping,
            Summary = "Copies of which a name matches stay, all of them",
            Text = """
                Copies with a name in the folder DIR, or one that matches GLOB, all stay. This is stronger than --drop.
                It may be given more than once. DIR is a folder as you would type it: Archive, ./Archive/ or
                /data/Archive; a file works too. A GLOB without '/' is matched with the name, one with '/' with the path
                below the root, the path below the working directory and the absolute path. GLOBs are written as for
                doppel find --include; quote them, so that the shell leaves them alone.

                If groups were found and none of their files matches, the command ends with an error before it asks or
                changes anything. --drop and --never do so too.
                """,
            Negation = "no-keep",
            Apply = (settings, value) =>
                settings.Plan.Patterns = Changed(settings, PatternEffect.Keep, value),
        },
        new()
        {
            Name = "drop",
            ValueName = "DIR|GLOB",
            Completion = ValueCompletion.File,
            Category = OptionCategory.Keeping,
            Summary = "Copies of which a name matches go, if another stays",
            Text = """
                Copies with a name in the folder DIR, or one that matches GLOB, never stay while another copy can. Where
                all of a group match, one of them stays: no rule takes the last copy. DIR and GLOB are written as for
                --keep.
                """,
            Negation = "no-drop",
            Apply = (settings, value) =>
                settings.Plan.Patterns = Changed(settings, PatternEffect.Drop, value),
        },
        new()
        {
            Name = "never",
            ValueName = "DIR",
            Category = OptionCategory.Keeping,
            Summary = "Nothing below this reference folder is ever touched",
            Text = """
                A reference folder: every copy that has a name below DIR stays, whatever else is said, and the other
                copies of its group go. The folder is known by its device and inode, so it does not matter by which
                path a name leads there. It may be given more than once.
                """,
            Negation = "no-never",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Plan.Never =
                value is null ? [] : [.. settings.Plan.Never, settings.Context.ParseReference(value)],
        },
        new()
        {
            Name = "prefer",
            ValueName = "RULE",
            Choices = s_rules,
            Completion = ValueCompletion.Choices,
            Category = OptionCategory.Keeping,
            Summary = "Which copy stays: newest, shallowest, plain-name...",
            Text = """
                Which copy stays, of those that --never, --keep and --drop say nothing about. It may be given more than
                once: where two copies are alike for one rule, the next one decides. After those given come
                outside-links, root-order, symbolic-links, oldest, shortest-path and first-name, which alone are the
                default. Of media groups most-tags, largest-cover and oldest-taken come before these. RULE is

                outside-links: more names that the report does not know, so that taking the others away frees more;

                most-links: more names in all;

                root-order: in an earlier ROOT of the report;

                symbolic-links: more symbolic links below the ROOTs lead to it (known where names are to be removed);

                newest, oldest: by the time of the last change of the content;

                shallowest, deepest: fewer or more folders above it;

                shortest-name, longest-name: by the bytes of the name without its folder;

                plain-name: a name without what programs put into the names of copies, such as "a (1).jpg",
                "a - Copy.jpg", "a copy 2.jpg" or "Copy of a.jpg";

                most-tags, largest-cover: more tags, or more bytes in the largest picture in them (media groups only);

                oldest-taken: taken or recorded first, as the tags say (media groups only);

                shortest-path, first-name: by the length, or the order, of the bytes of the whole path.

                A copy with several names counts with the one that speaks most for it.
                """,
            Negation = "no-prefer",
            Apply = (settings, value) =>
                settings.Plan.Prefer = value is null ? [] : [.. settings.Plan.Prefer, ParseRule(value)],
        },
        new()
        {
            Name = "copies",
            ValueName = "N",
            Category = OptionCategory.Keeping,
            Summary = "How many copies of each group stay (default 1)",
            Text = """
                How many copies of each group stay at least; 1 is the default. Those that stay for --never and --keep
                count.
                """,
            Negation = "no-copies",
            Apply = (settings, value) =>
                settings.Plan.Copies = value is null ? 1 : Number.Parse(value, 1, int.MaxValue),
        },
    ];

    /// <summary>Only of <c>doppel plan</c>.</summary>
    internal static OptionDefinition Explain { get; } = OptionDefinition.Switch(
        "explain", OptionCategory.Output, "Tell of each group who stays, and why the others go",
        """
        Tell on standard output of each group which copies stay and which go, and the rule that decided about each of
        them. Without -o this stands in place of the plan.
        """,
        (settings, on) => settings.Plan.Explain = on);

    /// <summary>Only where something may be removed for good.</summary>
    internal static OptionDefinition EmptyFolders { get; } = OptionDefinition.Switch(
        "empty-folders", OptionCategory.Keeping, "Remove empty folders that the report tells of, too",
        """
        Take the empty folders of a report of doppel find --folders into the plan; doppel delete then removes them if
        they are still empty. Without this flag they stay.
        """,
        (settings, on) => settings.Plan.EmptyFolders = on);

    private static List<KeepPattern> Changed(FindSettings settings, PatternEffect effect, string? value) =>
        value is null
            ? settings.Plan.Patterns.FindAll(pattern => pattern.Effect != effect)
            : [.. settings.Plan.Patterns, settings.Context.ParsePattern(effect, value)];

    private static KeepRule ParseRule(string value)
    {
        int rule = Array.IndexOf(s_rules, value);
        return rule >= 0
            ? (KeepRule)rule
            : throw new UsageException($"'{value}' is not one of {string.Join(", ", s_rules)}");
    }
}
