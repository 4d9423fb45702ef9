using System.Buffers;
using Doppel.Finding;

namespace Doppel.CommandLine;

/// <summary>Defines the options that select files.</summary>
internal static class FilterOptions
{
    private static readonly SearchValues<char> s_notInExtensions = SearchValues.Create("/*?[]{} \t");

    internal static IReadOnlyList<OptionDefinition<CommandSettings>> All { get; } =
    [
        new()
        {
            Name = "min-size",
            ValueName = "SIZE",
            Category = OptionCategory.Files,
            Summary = "Skip smaller files (default 1: no empty files)",
            Text = """
                Skip files smaller than SIZE. Files of exactly SIZE are included. The default is 1, which skips empty
                files; use --min-size 0 to include them.

                SIZE is in bytes: 4096. A single letter is a power of 1,024: 10k is 10,240 and 2M is 2,097,152. KiB,
                MiB, GiB and TiB mean the same. KB, MB, GB and TB are powers of 1,000. Case does not matter, and
                decimals such as 1.5GB are allowed.
                """,
            Negation = "no-min-size",
            Apply = (settings, value) => settings.Request.Filter.SizeMin = value is null ? 1 : SizeText.Parse(value),
        },
        new()
        {
            Name = "max-size",
            ValueName = "SIZE",
            Category = OptionCategory.Files,
            Summary = "Skip larger files",
            Text = """
                Skip files larger than SIZE. Files of exactly SIZE are included. SIZE is written as for --min-size.
                """,
            Negation = "no-max-size",
            Apply = (settings, value) =>
                settings.Request.Filter.SizeMax = value is null ? long.MaxValue : SizeText.Parse(value),
        },
        new()
        {
            Name = "include",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Only files that match; can be repeated",
            Text = """
                Search only files that match GLOB. Repeat the option to match any of several patterns. Folders are
                searched whether or not they match.

                A GLOB without '/' is matched against the file name. A GLOB with '/' is matched against the path below
                the ROOT and the path below the working directory, and also against the absolute path if it begins with
                **/. A GLOB that begins with '/' is matched against the absolute path only, and one that begins with ./
                or ../ against the path from the working directory only; both are refused if they lead outside every
                ROOT. In a bucket or a saved volume, the absolute path is the name that reports show, such as
                s3://BUCKET/KEY or catalog:NAME/path. All options of all commands read a GLOB like this, except those of
                doppel s3.

                In a GLOB, * matches any characters except '/', ** as a whole component matches any number of
                components, ? matches one character, [a-z] one character of a set, [!a-z] one character not in the set,
                and {a,b} either alternative. \ takes the next character literally. Case matters unless --ignore-case is
                given. Quote the GLOB so that the shell does not expand it.
                """,
            Negation = "no-include",
            Apply = (settings, value) => settings.Request.Filter.Include = Added(
                settings.Request.Filter.Include, value, settings.Values.ParseFileGlob),
        },
        new()
        {
            Name = "exclude",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Skip what matches; overrides --include",
            Text = """
                Skip files and folders that match GLOB, which is written as for --include. Can be repeated. --exclude
                overrides --include. A matching folder is not entered. A GLOB that ends with '/' matches only folders.
                Roots are never excluded.
                """,
            Negation = "no-exclude",
            Apply = (settings, value) => settings.Request.Filter.Exclude = Added(
                settings.Request.Filter.Exclude, value, settings.Values.ParseGlob),
        },
        OptionDefinition.Switch<CommandSettings>(
            "ignore-case", OptionCategory.Files, "Ignore case in --include and --exclude",
            """
            Ignore case in every --include and --exclude, before and after this option: '*.jpg' also matches A.JPG.
            """,
            (settings, on) => settings.Request.Filter.IgnoreCase = on),
        new()
        {
            Name = "ext",
            ValueName = "LIST",
            Category = OptionCategory.Files,
            Summary = "Only files with these extensions: jpg,png,tar.gz",
            Text = """
                Search only files with one of the extensions in LIST, separated by commas: --ext jpg,jpeg,tar.gz. ASCII
                case does not matter. If the option is repeated, the lists are combined.
                """,
            Negation = "no-ext",
            Apply = (settings, value) =>
                settings.Request.Filter.Extensions = value is null
                    ? []
                    : [.. settings.Request.Filter.Extensions, .. ParseExtensions(value)],
        },
        new()
        {
            Name = "newer",
            ValueName = "TIME",
            Category = OptionCategory.Files,
            Summary = "Only files newer than TIME: a date, a file or 2d",
            Text = """
                Search only files modified after TIME (an equal modification time is not enough). TIME is one of:

                a duration before now: 90s, 15m, 2h, 3d, 2w, 1h30m. --newer 2d means modified within the last two days;

                a date, in local time unless it has a time zone: 2024-05-01 (midnight), "2024-05-01 12:30",
                2024-05-01T12:30:00Z;

                a file, whose modification time is used. Write ./2d for a file named 2d.
                """,
            Completion = ValueCompletion.File,
            Negation = "no-newer",
            Apply = (settings, value) =>
                settings.Request.Filter.NewerThan = value is null ? null : settings.Values.ParseTime(value),
        },
        new()
        {
            Name = "older",
            ValueName = "TIME",
            Category = OptionCategory.Files,
            Summary = "Only files older than TIME: a date, a file or 2d",
            Text = """
                Search only files modified before TIME (an equal modification time is not enough). TIME is written as
                for --newer; --older 2d means not modified within the last two days.
                """,
            Completion = ValueCompletion.File,
            Negation = "no-older",
            Apply = (settings, value) =>
                settings.Request.Filter.OlderThan = value is null ? null : settings.Values.ParseTime(value),
        },
        new()
        {
            Name = "max-depth",
            ValueName = "N",
            Category = OptionCategory.Files,
            Summary = "Descend at most N levels; 1 is the root's own files",
            Text = """
                Descend at most N levels below each root. 1 searches only the entries directly in a root, and 0 only
                roots that are files.
                """,
            Negation = "no-max-depth",
            Apply = (settings, value) =>
                settings.Request.Filter.DepthMax = value is null ? int.MaxValue : Number.Parse(value, 0, int.MaxValue),
        },
        OptionDefinition.Switch<CommandSettings>(
            "one-file-system", OptionCategory.Files, "Do not cross into other file systems",
            "Skip folders on a different file system than their root, such as mounted disks.",
            (settings, on) => settings.Request.Filter.OneFileSystem = on),
        OptionDefinition.Switch<CommandSettings>(
            "follow", OptionCategory.Files, "Follow symbolic links below the roots",
            """
            Follow symbolic links to files and folders below the roots. Files reached through a link are marked in the
            report and are never changed. Loops are detected. A ROOT that is itself a link to a folder is always
            followed.
            """,
            (settings, on) => settings.Request.Filter.Follow = on),
        OptionDefinition.Switch<CommandSettings>(
            "no-hidden", OptionCategory.Files, "Skip hidden files and folders",
            "Skip files and folders whose name starts with a dot. Roots are never skipped.",
            (settings, on) => settings.Request.Filter.Hidden = !on),
        new()
        {
            Name = "files-from",
            ValueName = "FILE",
            Category = OptionCategory.Files,
            Summary = "Read roots from FILE, one per line; - is stdin",
            Text = """
                Read file and folder names from FILE, one per line, and search them as if each were a ROOT; - reads
                standard input. Each line is used byte for byte up to the line feed, so a carriage return before it is
                part of the name. A missing entry is reported as a problem and the search continues; if FILE itself
                cannot be read, the command fails. Roots on the command line come first. Without any, only the listed
                names are searched, not the working directory.
                """,
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Request.Filter.Lists.Add(new ListSource(value!, (byte)'\n')),
        },
        new()
        {
            Name = "files0-from",
            ValueName = "FILE",
            Category = OptionCategory.Files,
            Summary = "The same with NUL-terminated names (find -print0)",
            Text = """
                Like --files-from, but each name ends with a NUL instead of a line feed, as find -print0 writes it.
                """,
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Request.Filter.Lists.Add(new ListSource(value!, 0)),
        },
    ];

    /// <summary>Returns the patterns with one more, or none for null.</summary>
    internal static List<Glob> Added(List<Glob> globs, string? value, Func<string, Glob> parse) =>
        value is null ? [] : [.. globs, parse(value)];

    private static IEnumerable<string> ParseExtensions(string value)
    {
        foreach (string part in value.Split(','))
        {
            string extension = part.Trim().TrimStart('.');
            if (extension.Length == 0 || extension.AsSpan().ContainsAny(s_notInExtensions))
            {
                throw new UsageException(
                    $"{Quote.Text(value)} is not a list of extensions", $"write it as {MeantBy(value)}");
            }

            yield return extension;
        }
    }

    // From "*.txt *.jpg" to "txt,jpg".
    private static string MeantBy(string value)
    {
        string[] parts = value.Split([',', ' ', '\t', '{', '}'], StringSplitOptions.RemoveEmptyEntries);
        string[] meant = [.. parts.Select(static part => part.TrimStart('*', '.', '?')).Where(static one => one != "")];
        bool isClear = meant.Length > 0
            && Array.TrueForAll(meant, static one => one.AsSpan().IndexOfAny("/*?[]") < 0);
        return isClear ? Quote.Sentence(string.Join(',', meant)) : "jpg,png,tar.gz";
    }
}
