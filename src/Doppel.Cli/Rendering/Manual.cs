using System.Globalization;

namespace Doppel.Cli;

/// <summary>
/// Generates the manual: doppel(1) with the list of commands, a page for each command and each family of commands, and
/// doppel-options(7) with the options that many commands have.
/// </summary>
internal static class Manual
{
    private const string OptionsName = "doppel-options";

    // An option that more commands have is described in doppel-options(7), and elsewhere only named.
    private const int CommandsMax = 3;

    private static readonly (string Name, string Meaning)[] s_environment =
    [
        ("NO_COLOR", "If set and not empty, --color auto uses no colors."),
        ("TERM", "If \"dumb\" or not set, --color auto uses no colors and --progress auto shows no progress."),
        ("COLUMNS", "The width of help and tables if standard output is not a terminal."),
        (
            "XDG_CONFIG_HOME",
            "The folder of the configuration, by default ~/.config; on Windows %APPDATA%."
        ),
        ("AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL", "The S3 server, unless --endpoint is given."),
        ("AWS_REGION, AWS_DEFAULT_REGION", "The region, unless --region is given."),
        ("AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN",
        "The keys that sign requests to the S3 server."),
        ("AWS_PROFILE", "The profile in ~/.aws with keys, region and endpoint, unless --aws-profile is given."),
    ];

    /// <summary>Returns all pages, doppel(1) first.</summary>
    internal static IEnumerable<ManPage> Pages(CommandTable table)
    {
        HashSet<OptionDefinition> shared = [.. SharedBy(table)];
        yield return Overview(table);
        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            if (family.First().Words.Count > 1)
            {
                yield return Family(table, family);
            }

            foreach (CommandDefinition command in family)
            {
                yield return Command(command, family, shared);
            }
        }

        yield return Options(table, shared);
    }

    private static IEnumerable<OptionDefinition> SharedBy(CommandTable table) => table.All
        .SelectMany(static command => command.Options)
        .GroupBy(static option => option)
        .Where(static uses => uses.Count() > CommandsMax)
        .Select(static uses => uses.Key)
        .Concat(HelpOptions.All);

    private static string NameOf(CommandDefinition command) => "doppel-" + string.Join('-', command.Words);

    private static string SummaryOf(CommandTable table, IGrouping<string, CommandDefinition> family) =>
        family.Count() == 1 ? family.First().Summary : table.FamilySummaries[family.Key];

    private static ManPage Overview(CommandTable table)
    {
        var page = new ManPage("doppel", 1, "find duplicate files");
        page.Heading("Synopsis");
        page.Usage("doppel", "COMMAND [OPTION...] [ARGUMENT...]");
        page.Heading("Description");
        page.Text(table.Purpose);
        page.Text("""
            Each command has a page of its own: man doppel-find, man doppel-trash. doppel COMMAND -h lists the options
            of a command on a screen, and doppel-options(7) describes those that many commands have.
            """);
        foreach (CommandGroup group in table.Groups)
        {
            page.Heading(group.Heading);
            page.Items(group.Commands.GroupBy(static command => command.Words[0]).Select(family =>
                ($"doppel-{family.Key}(1)", SummaryOf(table, family) + ".")));
        }

        page.Heading("Exit status");
        page.Items(ExitCodeText.All.Select(static item =>
            (((int)item.Code).ToString(CultureInfo.InvariantCulture), item.Meaning)));

        page.Heading("Environment");
        page.Items(s_environment);

        page.Heading("Files");
        page.Items([("$XDG_CONFIG_HOME/doppel/config.json", "The profiles: a list of options for each name.")]);
        page.Heading("Examples");
        page.Examples(table.Groups.Take(3).SelectMany(static group => group.Commands.Take(2))
            .SelectMany(static command => command.Examples.Take(1)));
        page.References([(OptionsName, 7), ("find", 1), ("xxhsum", 1)]);
        return page;
    }

    private static ManPage Family(CommandTable table, IGrouping<string, CommandDefinition> family)
    {
        var page = new ManPage("doppel-" + family.Key, 1, Lowered(table.FamilySummaries[family.Key]));
        page.Heading("Synopsis");
        page.Usage("doppel " + family.Key, "COMMAND [OPTION...] [ARGUMENT...]");
        page.Heading("Commands");
        page.Items(family.Select(static command => (NameOf(command) + "(1)", command.Summary + ".")));
        page.Heading("Examples");
        page.Examples(family.SelectMany(static command => command.Examples.Take(1)));
        page.References([("doppel", 1), .. family.Select(static command => (NameOf(command), 1))]);
        return page;
    }

    private static ManPage Command(
        CommandDefinition command, IGrouping<string, CommandDefinition> family, HashSet<OptionDefinition> shared)
    {
        var page = new ManPage(NameOf(command), 1, Lowered(command.Summary));
        string name = "doppel " + command.Name;
        page.Heading("Synopsis");
        page.Usage(name, command.Usage[name.Length..].Trim());
        page.Heading("Description");
        page.Text(command.Text);
        AddOptions(page, "Options", command.Options.Where(option => !shared.Contains(option)));
        page.Heading("Shared options");
        page.Text(OptionsName + "(7) describes these.");
        page.Items(command.AllOptions.Where(shared.Contains).GroupBy(static option => option.Category).Select(
            static group => (
                HelpText.Heading(group.Key),
                string.Join(", ", group.Select(static option => "--" + option.Name)))));

        if (command.Examples.Count > 0)
        {
            page.Heading("Examples");
            page.Examples(command.Examples);
        }

        string[] others = [.. family.Where(other => other != command).Select(NameOf)];
        page.References(
            [("doppel", 1), .. others.Select(static other => (other, 1)), (OptionsName, 7)]);
        return page;
    }

    private static ManPage Options(CommandTable table, HashSet<OptionDefinition> shared)
    {
        var page = new ManPage(OptionsName, 7, "options that many commands of doppel have");
        page.Heading("Description");
        page.Text("""
            The page of each command names those of these options that it has, and describes its other options.
            """);
        AddOptions(page, "Options", table.All.SelectMany(static command => command.AllOptions)
            .Distinct().Where(shared.Contains).OrderBy(static option => option.Category));
        page.References([("doppel", 1), .. table.All.Select(static command => (NameOf(command), 1))]);
        return page;
    }

    private static void AddOptions(ManPage page, string heading, IEnumerable<OptionDefinition> options)
    {
        bool isFirst = true;
        foreach (IGrouping<OptionCategory, OptionDefinition> group in options.GroupBy(static o => o.Category))
        {
            if (isFirst)
            {
                page.Heading(heading);
                isFirst = false;
            }

            page.Subheading(HelpText.Heading(group.Key));
            foreach (OptionDefinition option in group)
            {
                page.Option(option);
            }
        }
    }

    // A sentence that follows a dash, but no name such as S3.
    private static string Lowered(string summary) =>
        char.IsLower(summary[1]) ? char.ToLowerInvariant(summary[0]) + summary[1..] : summary;
}
