using Doppel.Reports;

namespace Doppel.Cli.Options;

/// <summary>The flags about what is written.</summary>
internal static class OutputOptions
{
    /// <summary>The formats by the words of the command line.</summary>
    internal static IReadOnlyList<string> Formats { get; } = ["text", "json", "fdupes", "csv", "fclones"];

    private static readonly ReportFormat[] s_formats =
        [ReportFormat.Text, ReportFormat.Json, ReportFormat.Fdupes, ReportFormat.Csv, ReportFormat.Fclones];

    private static readonly string[] s_when = ["auto", "always", "never"];

    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        new()
        {
            Name = "output",
            Short = 'o',
            ValueName = "FILE",
            Category = OptionCategory.Output,
            Summary = "Write the results to FILE",
            Text = """
                Write the results to FILE in place of standard output; - is standard output. They are written under
                a temporary name beside it, which takes FILE's name at the end, so FILE is never half-written. A
                device or pipe is written in place. Whether FILE can be written is found out before the search
                begins.
                """,
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Output = value,
        },
        OptionDefinition.Choice(
            "format", OptionCategory.Output, "FORMAT", Formats, "text (default), json, fdupes, csv or fclones",
            """
            How the results are written.

            text, the default, is for people: groups with a head line and the names below.

            json is JSON Lines, one object a line, and carries everything.

            fdupes is one name a line and an empty line after each group.

            csv has one row for each name.

            fclones is the JSON report of fclones; every file of a group is hashed for it where it was not.

            text and fdupes write names below a root with the root as it was typed, the others absolute names. On a
            terminal, characters that could fool it are escaped.
            """,
            (settings, choice) => settings.Format = s_formats[choice]),
        OptionDefinition.Switch(
            "json", OptionCategory.Output, "Short for --format json",
            "Short for --format json; --no-json is --format text.",
            (settings, on) => settings.Format = on ? ReportFormat.Json : ReportFormat.Text),
        OptionDefinition.Switch(
            "print0", OptionCategory.Output, "NUL after each name, and one more after each group",
            """
            Write a NUL after each name and one more after each group, in place of line feeds, so that any name can be
            told; names alone, as in the format fdupes. It goes with text and fdupes only.
            """,
            (settings, on) => settings.Print0 = on) with { Short = '0' },
        Never(OptionDefinition.Choice(
            "color", OptionCategory.Output, "WHEN", s_when, "auto (default), always or never",
            """
            When to use colours. auto, the default, uses them where the stream is a terminal, TERM is not "dumb" and
            NO_COLOR is not set, or empty. Results and messages are judged each by their own stream. always and
            never are stronger than NO_COLOR; --no-color is never.
            """,
            (settings, choice) => settings.Color = (WhenToUse)choice)),
        Never(OptionDefinition.Choice(
            "progress", OptionCategory.Output, "WHEN", s_when, "auto (default), always or never",
            """
            When to show the live progress line on standard error. auto, the default, shows it on a terminal, unless
            -q is given. --no-progress is never.
            """,
            (settings, choice) => settings.Progress = (WhenToUse)choice)),
        OptionDefinition.Switch(
            "quiet", OptionCategory.Output, "No progress, warnings or summary; results stay",
            """
            Show no progress, no problems and no summary on standard error. Results are written all the same, errors
            that end the run are told, and the exit code stays what it is.
            """,
            (settings, on) => settings.Quiet = on) with { Short = 'q' },
        OptionDefinition.Switch(
            "verbose", OptionCategory.Output, "Every problem, and --stats",
            "List every problem on standard error, not just the first of each kind, and show what --stats shows.",
            (settings, on) => settings.Verbose = on) with { Short = 'v' },
        OptionDefinition.Switch(
            "stats", OptionCategory.Output, "Show how long each stage took and what was read",
            """
            After the results, show on standard error how long each stage took, how many files were opened and how
            much was read; also with -q.
            """,
            (settings, on) => settings.Stats = on),
        OptionDefinition.Switch(
            "exit-code", OptionCategory.Output, "Exit with 3 when duplicates were found",
            """
            Exit with 3 when duplicates were found and there were no problems. Problems win: with any, the exit code
            is 1, so that 0 and 3 both are answers that can be relied on.
            """,
            (settings, on) => settings.ExitCode = on),
    ];

    /// <summary>The word of a format.</summary>
    internal static string NameOf(ReportFormat format) => Formats[Array.IndexOf(s_formats, format)];

    /// <summary>Undone by choosing "never", which is what --no-color and --no-progress say.</summary>
    private static OptionDefinition Never(OptionDefinition choice)
    {
        Action<Commands.FindSettings, string?> apply = choice.Apply!;
        return choice with
        {
            Negation = "no-" + choice.Name,
            Apply = (settings, value) => apply(settings, value ?? "never"),
        };
    }
}
