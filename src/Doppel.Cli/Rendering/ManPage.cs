using System.Globalization;
using System.Text;

namespace Doppel.Cli;

/// <summary>Generates the man page doppel(1) with man(7) macros.</summary>
internal static class ManPage
{
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

    /// <summary>Returns the whole page.</summary>
    internal static string Render(CommandTable table)
    {
        var page = new StringBuilder();
        page.Line($".TH DOPPEL 1 \"\" \"doppel {ProgramVersion.Text}\" \"User Commands\"");
        page.Append(".SH NAME\ndoppel \\- find duplicate files\n.SH SYNOPSIS\n");
        foreach (CommandDefinition command in table.All)
        {
            page.Append(command == table.All[0] ? "" : ".br\n");
            page.Append(".B doppel ").Append(Escape(command.Name)).Append('\n');
            AppendLine(page, command.Usage["doppel ".Length..][command.Name.Length..].Trim());
        }

        page.Append(".SH DESCRIPTION\n");
        AppendText(page, table.Purpose);
        foreach (CommandDefinition command in table.All)
        {
            AppendCommand(page, command);
        }

        AppendRest(table, page);
        return page.ToString();
    }

    private static void AppendCommand(StringBuilder page, CommandDefinition command)
    {
        page.Append(".SH ").Append(Escape(command.Name.ToUpperInvariant())).Append('\n');
        AppendText(page, command.Text);
        foreach (IGrouping<OptionCategory, OptionDefinition> group in command.Options.GroupBy(o => o.Category))
        {
            page.Append(".SS ").Append(Escape(HelpText.Heading(group.Key))).Append('\n');
            AppendOptions(page, group);
        }
    }

    private static void AppendOptions(StringBuilder page, IEnumerable<OptionDefinition> options)
    {
        foreach (OptionDefinition option in options)
        {
            string letter = option.Short == '\0' ? "" : $"\\fB\\-{option.Short}\\fR, ";
            string value = option.TakesValue ? $" \\fI{Escape(option.ValueName!)}\\fR" : "";
            page.Line($".TP\n{letter}\\fB{Escape("--" + option.Name)}\\fR{value}");
            bool first = true;
            foreach (string paragraph in Wrapped.Paragraphs(HelpText.TextOf(option)))
            {
                page.Append(first ? "" : ".IP\n");
                AppendLine(page, paragraph);
                first = false;
            }
        }
    }

    private static void AppendRest(CommandTable table, StringBuilder page)
    {
        page.Append(".SH COMMON OPTIONS\n");
        AppendOptions(page, HelpOptions.All);
        page.Append(".SH EXIT STATUS\n");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            AppendItem(page, ((int)code).ToString(CultureInfo.InvariantCulture), meaning);
        }

        page.Append(".SH ENVIRONMENT\n");
        foreach ((string name, string meaning) in s_environment)
        {
            AppendItem(page, name, meaning);
        }

        page.Append(".SH FILES\n");
        AppendItem(page, "$XDG_CONFIG_HOME/doppel/config.json", "The profiles: a list of options for each name.");
        page.Append(".SH EXAMPLES\n");
        foreach (Example example in table.All.SelectMany(command => command.Examples))
        {
            page.Append(".TP\n.B ").Append(Escape(example.Line)).Append('\n');
            AppendLine(page, char.ToUpperInvariant(example.Meaning[0]) + example.Meaning[1..] + ".");
        }

        page.Append(".SH SEE ALSO\n.BR find (1),\n.BR xxhsum (1)\n");
    }

    private static void AppendItem(StringBuilder page, string name, string meaning)
    {
        page.Append(".TP\n.B ").Append(Escape(name)).Append('\n');
        AppendLine(page, meaning);
    }

    private static void AppendText(StringBuilder page, string text)
    {
        foreach (string paragraph in Wrapped.Paragraphs(text))
        {
            page.Append(".PP\n");
            AppendLine(page, paragraph);
        }
    }

    /// <summary>Appends a line of text. If it starts like a roff request, it is escaped.</summary>
    private static void AppendLine(StringBuilder page, string text)
    {
        if (text.Length > 0)
        {
            page.Append(text[0] is '.' or '\'' ? "\\&" : "").Append(Escape(text)).Append('\n');
        }
    }

    /// <summary>
    /// Escapes text so that roff does not interpret any character, and dashes and quotes can be copied and typed.
    /// </summary>
    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (char letter in text)
        {
            escaped.Append(letter switch
            {
                '\\' => "\\e",
                '-' => "\\-",
                '\'' => "\\(aq",
                '`' => "\\(ga",
                '~' => "\\(ti",
                '^' => "\\(ha",
                '"' => "\\(dq",
                _ => letter.ToString(),
            });
        }

        return escaped.ToString();
    }
}
