using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>Defines the options that control the output.</summary>
internal static class OutputOptions
{
    /// <summary>Gets the names of the formats on the command line.</summary>
    internal static IReadOnlyList<string> Formats { get; } = ["text", "json", "fdupes", "csv", "fclones", "html"];

    private static readonly ReportFormat[] s_formats =
    [
        ReportFormat.Text, ReportFormat.Json, ReportFormat.Fdupes, ReportFormat.Csv, ReportFormat.Fclones,
        ReportFormat.Html,
    ];

    private static readonly string[] s_when = ["auto", "always", "never"];

    internal static OptionDefinition<CommandSettings> Output { get; } = new()
    {
        Name = "output",
        Short = 'o',
        ValueName = "FILE",
        Category = OptionCategory.Output,
        Summary = "Write the results to FILE",
        Text = """
            Write the results to FILE instead of standard output; - is standard output. The results are written to a
            temporary file in the same folder, which is renamed to FILE at the end, so FILE is never half-written. A
            device or pipe is written directly. Whether FILE can be written is checked before the search starts.
            """,
        Completion = ValueCompletion.File,
        Apply = (settings, value) => settings.Output.File = value is "name" or "time" or "ctime" or "mtime" or "size"
            ? throw new UsageException(
                $"'{value}' is an order in other tools, and here it would be a file",
                $"write -o ./{value} for a file of that name; doppel plan --prefer selects which copies stay")
            : value,
    };

    internal static OptionDefinition<CommandSettings> Format { get; } = OptionDefinition.Choice<CommandSettings>(
        "format", OptionCategory.Output, "FORMAT", Formats, "text (default), json, fdupes, csv, fclones or html",
        """
        The format of the results.

        text, the default, is for people: each group has a heading, followed by its names. On a terminal, it is shorter:
        names are relative to the working directory or start with ~, long names lose folders from their middle, and what
        is redundant is counted in allocated blocks, which deleting frees. --long shows whole names and exact sizes
        there, too.

        json is JSON Lines, one object per line, with all details.

        fdupes prints one name per line and an empty line after each group.

        csv has one row for each name.

        fclones is the JSON report of fclones; it requires a hash of each file, so files that were not hashed are
        hashed now.

        html is one page for a browser that needs no network and can be mailed. It filters and sorts, and contains all
        details, so Doppel can read it like json. It is the default if the FILE of -o ends with .html or .htm.

        fdupes, and text except on a terminal, print names below a root with the root as you typed it; the other formats
        print absolute names. On a terminal, control characters are escaped.
        """,
        (settings, choice) => settings.Output.Format = s_formats[choice]);

    internal static OptionDefinition<CommandSettings> Json { get; } = OptionDefinition.Switch<CommandSettings>(
        "json", OptionCategory.Output, "Short for --format json",
        "Short for --format json; --no-json is --format text.",
        (settings, on) => settings.Output.Format = on ? ReportFormat.Json : ReportFormat.Text);

    internal static OptionDefinition<CommandSettings> Print0 { get; } = OptionDefinition.Switch<CommandSettings>(
        "print0", OptionCategory.Output, "End each name with NUL, and each group with another",
        """
        Write a NUL after each name and another after each group instead of line feeds, so that every name can be
        parsed. Only names are printed, as in the format fdupes. Requires the format text or fdupes.
        """,
        (settings, on) => settings.Output.Print0 = on) with
    { Short = '0' };

    internal static OptionDefinition<CommandSettings> Summary { get; } = OptionDefinition.Switch<CommandSettings>(
        "summary", OptionCategory.Output, "Print only the totals, no groups",
        """
        Write only the line with the totals: the number of groups and redundant files, and the redundant bytes. Requires
        the format text; JSON ends with the same totals in its summary.
        """,
        (settings, on) => settings.Output.Summary = on) with
    { Short = 'm' };

    internal static OptionDefinition<CommandSettings> Long { get; } = OptionDefinition.Switch<CommandSettings>(
        "long", OptionCategory.Output, "Show size and modification time beside each name",
        """
        Show the size and the modification time, in local time, beside each name, under a heading. On a terminal, also
        show whole names, exact sizes, and how each group was proved, as text in a file always does. Requires the format
        text; JSON, CSV and HTML always contain both.
        """,
        (settings, on) => settings.Output.Long = on) with
    { Short = 'l' };

    internal static OptionDefinition<CommandSettings> Thumbnails { get; } = OptionDefinition.Switch<CommandSettings>(
        "thumbnails", OptionCategory.Output, "Show the camera's small picture of photos in HTML",
        """
        Show the small JPEG that a camera puts into its photos (Exif) beside each group on the page. It is read once the
        search has ended, from the first copy on a disk that can be opened. All of them together can have 8 MiB; the
        page says how many were left out. Photos without one are listed as before. Requires the format html.
        """,
        (settings, on) => settings.Output.Thumbnails = on);

    internal static OptionDefinition<CommandSettings> Color { get; } = Never(OptionDefinition.Choice<CommandSettings>(
        "color", OptionCategory.Output, "WHEN", s_when, "auto (default), always or never",
        """
        When to use colors. auto, the default, uses them if the stream is a terminal, TERM is set and not "dumb", and
        NO_COLOR is unset or empty. Results and messages are decided separately, each by its own stream. always and
        never override NO_COLOR; --no-color is the same as never.
        """,
        (settings, choice) => settings.Messages.Color = (WhenToUse)choice));

    internal static OptionDefinition<CommandSettings> Progress { get; } =
        Never(OptionDefinition.Choice<CommandSettings>(
        "progress", OptionCategory.Output, "WHEN", s_when, "auto (default), always or never",
        """
        When to show the progress line on standard error. auto, the default, shows it on a terminal unless -q is
        given, TERM is "dumb" or TERM is not set. --no-progress is the same as never.
        """,
        (settings, choice) => settings.Messages.Progress = (WhenToUse)choice));

    internal static OptionDefinition<CommandSettings> Quiet { get; } = OptionDefinition.Switch<CommandSettings>(
        "quiet", OptionCategory.Output, "Print no progress, warnings or summary",
        """
        Print no progress, problems or summary on standard error. Results are still written, fatal errors are still
        printed, and the exit code does not change.
        """,
        (settings, on) => settings.Messages.Quiet = on) with
    { Short = 'q' };

    internal static OptionDefinition<CommandSettings> Verbose { get; } = OptionDefinition.Switch<CommandSettings>(
        "verbose", OptionCategory.Output, "Print every problem, and statistics as with --stats",
        "Print every problem on standard error, not only the first of each kind, and the statistics of --stats.",
        (settings, on) => settings.Messages.Verbose = on) with
    { Short = 'v' };

    internal static OptionDefinition<CommandSettings> Stats { get; } = OptionDefinition.Switch<CommandSettings>(
        "stats", OptionCategory.Output, "Print the time of each stage and the bytes read",
        """
        After the results, print on standard error how long each stage took, how many files were opened, and how
        many bytes were read; also with -q.
        """,
        (settings, on) => settings.Output.Stats = on);

    internal static OptionDefinition<CommandSettings> ExitCode { get; } = OptionDefinition.Switch<CommandSettings>(
        "exit-code", OptionCategory.Output, "Exit with 3 if duplicates were found",
        """
        Exit with 3 if duplicates were found and there were no problems. If there were problems, the exit code is 1
        instead, so 0 and 3 are both reliable answers.
        """,
        (settings, on) => settings.Output.ExitCode = on);

    /// <summary>Returns the command-line name of a format.</summary>
    internal static string NameOf(ReportFormat format) => Formats[Array.IndexOf(s_formats, format)];

    /// <summary>Returns the option with a negation such as --no-color or --no-progress, which means "never".</summary>
    private static OptionDefinition<CommandSettings> Never(OptionDefinition<CommandSettings> choice)
    {
        Action<CommandSettings, string?> apply = choice.Apply;
        return choice with
        {
            Negation = "no-" + choice.Name,
            Apply = (settings, value) => apply(settings, value ?? "never"),
        };
    }
}
