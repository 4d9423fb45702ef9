using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>Defines the options of <c>doppel s3 sync</c> that select files and objects by their names.</summary>
internal static class S3Globs
{
    /// <summary>Gets the options.</summary>
    internal static IReadOnlyList<OptionDefinition<S3Settings>> Options { get; } =
    [
        new()
        {
            Name = "include",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Only files that match; can be repeated",
            Text = """
                Transfer only files or objects that match GLOB. Repeat the option to match any of several patterns. A
                GLOB without '/' is matched against the name, and one with '/' against the path below SOURCE, and
                nothing else: neither the working directory nor absolute paths count, and a GLOB that leads to one of
                them is refused. With --delete, the same path below TARGET is meant. GLOBs are written as for doppel
                find --include; quote them so that the shell does not expand them.
                """,
            Negation = "no-include",
            Apply = (settings, value) => settings.Request.Filter.Include = FilterOptions.Added(
                settings.Request.Filter.Include, value, static one => ValueParser.ForFiles(one, ParseGlob(one))),
        },
        new()
        {
            Name = "exclude",
            ValueName = "GLOB",
            Category = OptionCategory.Files,
            Summary = "Skip what matches; overrides --include",
            Text = """
                Skip files, objects and folders that match GLOB, which is written as for --include. Can be repeated.
                --exclude overrides --include. A matching folder is skipped with everything below it. A GLOB that ends
                with '/' matches only folders.
                """,
            Negation = "no-exclude",
            Apply = (settings, value) =>
                settings.Request.Filter.Exclude = FilterOptions.Added(
                    settings.Request.Filter.Exclude, value, ParseGlob),
        },
        OptionDefinition.Switch<S3Settings>(
            "ignore-case", OptionCategory.Files, "Ignore case in --include and --exclude",
            """
            Ignore case in every --include and --exclude, before and after this option: '*.jpg' also matches A.JPG.
            """,
            (settings, on) => settings.Request.Filter.IgnoreCase = on),
    ];

    /// <summary>
    /// Rejects patterns that can match nothing, because what they were meant to spare might be deleted.
    /// </summary>
    /// <exception cref="UsageException">A pattern leads outside of what is transferred.</exception>
    internal static void RefuseOutside(S3Session session)
    {
        string[] sides = [.. session.Operands.Concat(session.Operands.Select(Path.GetFullPath))
            .Select(static side => side.TrimEnd('/') + "/")];
        FilterSettings filter = session.Settings.Request.Filter;
        foreach (Glob glob in filter.Include.Concat(filter.Exclude))
        {
            string below = glob.Pattern.StartsWith("./", StringComparison.Ordinal) ? glob.Pattern[2..] : glob.Pattern;
            string? side = Array.Find(sides, side => side != "./" && below.StartsWith(side, StringComparison.Ordinal));
            if (side is not null || below.StartsWith("../", StringComparison.Ordinal) || S3Location.Is(below))
            {
                throw new UsageException(
                    $"{Quote.Text(glob.Pattern)} leads outside: patterns are matched against the path below SOURCE",
                    side is null || below.Length == side.Length
                        ? "write only the path below SOURCE"
                        : $"write {Quote.Text("/" + below[side.Length..])}");
            }
        }
    }

    private static Glob ParseGlob(string value)
    {
        try
        {
            return Glob.Parse(ByteText.ToBytes(value));
        }
        catch (FormatException bad)
        {
            throw GlobText.Invalid(value, bad);
        }
    }
}
