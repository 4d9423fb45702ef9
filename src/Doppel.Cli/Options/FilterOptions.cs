using Doppel.Cli.Commands;
using Doppel.Cli.Roots;
using Doppel.Cli.Values;
using Doppel.Finding;

namespace Doppel.Cli.Options;

/// <summary>The flags that choose files.</summary>
internal static class FilterOptions
{
    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        new()
        {
            Name = "min-size",
            ValueName = "SIZE",
            Category = OptionCategory.Files,
            Summary = "Leave out smaller files (default 1: no empty files)",
            Text = """
                Leave out files smaller than SIZE; a file of exactly SIZE takes part. The default is 1, so that
                empty files stay out; --min-size 0 lets them in.

                SIZE is in bytes: 4096. A single letter counts in 1,024s: 10k is 10,240, 2M is 2,097,152. So do KiB,
                MiB, GiB, TiB. KB, MB, GB, TB count in 1,000s. Case does not matter; 1.5GB is allowed.
                """,
            Negation = "no-min-size",
            Apply = (settings, value) => settings.SizeMin = value is null ? 1 : ParseSize(value),
        },
        new()
        {
            Name = "max-size",
            ValueName = "SIZE",
            Category = OptionCategory.Files,
            Summary = "Leave out larger files",
            Text = """
                Leave out files larger than SIZE; a file of exactly SIZE takes part. SIZE is written as for
                --min-size.
                """,
            Negation = "no-max-size",
            Apply = (settings, value) => settings.SizeMax = value is null ? long.MaxValue : ParseSize(value),
        },
        new()
        {
            Name = "include",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Only files that match; may be given more than once",
            Text = """
                Only files that match GLOB, or one of several given. A GLOB without '/' is matched with the name,
                one with '/' with the whole path below the root. Folders are searched whether they match or not.

                In a GLOB, * is any run of characters without '/', ** as a whole component any number of components,
                ? one character, [a-z] one of a set, [!a-z] one not of it, {a,b} either; \ takes the next character
                as it is. Case matters. Quote a GLOB, so that the shell leaves it alone.
                """,
            Negation = "no-include",
            Apply = (settings, value) => settings.Include = Added(settings.Include, value, ParseInclude),
        },
        new()
        {
            Name = "exclude",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Nothing that matches; stronger than --include",
            Text = """
                Leave out files and folders that match GLOB, written as for --include. It may be given more than
                once and is stronger than --include. A folder that matches is not entered. A GLOB that ends with '/'
                speaks of folders only. Roots are never left out.
                """,
            Negation = "no-exclude",
            Apply = (settings, value) => settings.Exclude = Added(settings.Exclude, value, ParseGlob),
        },
        new()
        {
            Name = "ext",
            ValueName = "LIST",
            Category = OptionCategory.Files,
            Summary = "Only files with these endings: jpg,png,tar.gz",
            Text = """
                Only files whose name ends with a dot and one of LIST, a list parted by commas: --ext
                jpg,jpeg,tar.gz. ASCII case does not matter. Given more than once, the lists add up.
                """,
            Negation = "no-ext",
            Apply = (settings, value) =>
                settings.Extensions = value is null ? [] : [.. settings.Extensions, .. ParseExtensions(value)],
        },
        new()
        {
            Name = "newer",
            ValueName = "TIME",
            Category = OptionCategory.Files,
            Summary = "Only files changed after a date, file or within 2d",
            Text = """
                Only files whose content changed after TIME (their mtime is later; equal is not enough). TIME is

                a duration before now: 90s, 15m, 2h, 3d, 2w, 1h30m. So --newer 2d means changed within the last two
                days;

                a date, local where it names no zone: 2024-05-01 (its first moment), "2024-05-01 12:30",
                2024-05-01T12:30:00Z;

                or a file, whose mtime counts. Write ./2d for a file named 2d.
                """,
            Completion = ValueCompletion.File,
            Negation = "no-newer",
            Apply = (settings, value) => settings.NewerThan = value is null ? null : settings.Context.ParseTime(value),
        },
        new()
        {
            Name = "older",
            ValueName = "TIME",
            Category = OptionCategory.Files,
            Summary = "Only files changed before a date, file or 2d ago",
            Text = """
                Only files whose content changed before TIME (their mtime is earlier; equal is not enough). TIME is
                written as for --newer; --older 2d means not changed within the last two days.
                """,
            Completion = ValueCompletion.File,
            Negation = "no-older",
            Apply = (settings, value) => settings.OlderThan = value is null ? null : settings.Context.ParseTime(value),
        },
        new()
        {
            Name = "max-depth",
            ValueName = "N",
            Category = OptionCategory.Files,
            Summary = "Only N levels below a root; 1 is what lies in it",
            Text = """
                Enter folders only so deep that no entry lies more than N levels below its root. 1 takes what lies
                directly in a root, 0 only the roots that are files.
                """,
            Negation = "no-max-depth",
            Apply = (settings, value) =>
                settings.DepthMax = value is null ? int.MaxValue : Number.Parse(value, 0, int.MaxValue),
        },
        OptionDefinition.Switch(
            "one-file-system", OptionCategory.Files, "Do not enter other file systems than the root's",
            "Leave out folders that lie on another file system than their root, such as mounted disks.",
            (settings, on) => settings.OneFileSystem = on),
        OptionDefinition.Switch(
            "follow", OptionCategory.Files, "Follow symbolic links below the roots",
            """
            Follow symbolic links below the roots, to folders and to files. What is reached so is marked in the
            report and nothing is ever done to it. Loops end by themselves. A ROOT that is a link to a folder is
            always followed.
            """,
            (settings, on) => settings.Follow = on),
        OptionDefinition.Switch(
            "no-hidden", OptionCategory.Files, "Leave out files and folders that start with a dot",
            "Leave out files and folders whose name starts with a dot. Roots are never left out.",
            (settings, on) => settings.Hidden = !on),
        new()
        {
            Name = "files-from",
            ValueName = "FILE",
            Category = OptionCategory.Files,
            Summary = "Read roots from FILE, one a line; - is standard input",
            Text = """
                Read names of files and folders from FILE, one a line, and search them as if each were a ROOT; -
                reads standard input. A line is taken byte by byte up to its line feed, so a carriage return before
                it is part of the name. An entry that is missing is reported as a problem and does not end the run;
                a FILE that cannot be read does. Roots named on the command line come first. Without any, only the
                list is searched, not the working directory.
                """,
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Lists.Add(new ListSource(value!, (byte)'\n')),
        },
        new()
        {
            Name = "files0-from",
            ValueName = "FILE",
            Category = OptionCategory.Files,
            Summary = "The same with NUL after each name, as find -print0",
            Text = "As --files-from, with a NUL after each name in place of a line feed, as find -print0 writes it.",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Lists.Add(new ListSource(value!, 0)),
        },
    ];

    private static long ParseSize(string value) => SizeText.TryParse(value, out long bytes)
        ? bytes
        : throw new UsageException($"'{value}' is not a size", SizeText.Hint);

    private static List<Glob> Added(List<Glob> globs, string? value, Func<string, Glob> parse) =>
        value is null ? [] : [.. globs, parse(value)];

    private static Glob ParseGlob(string value)
    {
        try
        {
            return Glob.Parse(Arguments.ByteText.ToBytes(value));
        }
        catch (FormatException bad)
        {
            throw new UsageException($"'{value}': {bad.Message}");
        }
    }

    private static Glob ParseInclude(string value)
    {
        Glob glob = ParseGlob(value);
        return glob.FoldersOnly
            ? throw new UsageException(
                $"'{value}' ends with '/', which no file does", $"everything below it is '{value.TrimEnd('/')}/**'")
            : glob;
    }

    private static IEnumerable<string> ParseExtensions(string value)
    {
        foreach (string part in value.Split(','))
        {
            string extension = part.Trim().TrimStart('.');
            if (extension.Length == 0 || extension.Contains('/', StringComparison.Ordinal))
            {
                throw new UsageException($"'{value}' is not a list of endings", "write it as jpg,png,tar.gz");
            }

            yield return extension;
        }
    }
}
