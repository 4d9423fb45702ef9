using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>What every text file of this repository looks like.</summary>
internal static class FileRules
{
    // Phrases that native writers stop at, each found more than once before it stood here.
    private const string Unidiomatic =
        @"\b([Tt]ells? of|[Ss]ays? of|nobody asks|[Gg]oes without)\b|>(Ends it|Makes one|Where)\.<"
        + @"|(?<![Tt]here )\bis no (address|directory|endpoint|file|folder|key|name|number|path|time|valid)\b";

    private const int ColumnsMax = 120;

    public static IReadOnlyList<Rule> All { get; } =
    [
        Lines("Lines end where a screen does", file => file.IsCSharp,
            line => line.EnumerateRunes().Count() > ColumnsMax ? $"longer than {ColumnsMax} columns" : null,
            bad: new string('x', ColumnsMax + 1), good: new string('x', ColumnsMax)),
        Lines("Nothing is left for later", file => !IsAboutRules(file),
            line => Regex.IsMatch(line, @"\b(TODO|FIXME|HACK|XXX)\b") ? "do it or say why it stays" : null,
            bad: "// TODO: the rest", good: "// Everything is done."),
        Lines("Lines end in LF and hold no tabs", _ => true,
            line => line switch
            {
                _ when line.Contains('\r') => "a carriage return",
                _ when line.Contains('\t') => "a tab",
                _ => null,
            },
            bad: "a\tb\r", good: "a b"),
        Lines("Lines end in what is seen", file => !file.IsMarkdown,
            line => line.EndsWith(' ') ? "blanks at the end" : null, bad: "a ", good: "a"),
        Lines("Nothing names a place of one machine", file => !IsAboutRules(file),
            line => Regex.IsMatch(line, @"(?<![\w.~])/(work|root|home|farm|Users)/\w") ? "a path of one machine" : null,
            bad: "cd /root/src", good: "cd ~/src; ls src/home/x"),
        Lines("Sentences are those of a native writer", file => file.IsBelow("src/") || file.IsMarkdown,
            line => Regex.Match(line, Unidiomatic) is { Success: true } found ? $"rewrite \"{found.Value}\"" : null,
            bad: "/// <summary>Ends it.</summary>", good: "/// <summary>Cancels the operation.</summary>"),
        new("A file ends with its last line", file => file.Text.Length > 0 && !IsGenerated(file), Ends)
        {
            Bad = new("a.cs", "a\n\n"),
            Good = new("a.cs", "a\n"),
        },
        new("A markdown file has one title", file => file.IsMarkdown, Titles)
        {
            Bad = new("A.md", "# One\n\n# Two\n"),
            Good = new("A.md", "# One\n\n```sh\n# a comment\n```\n"),
        },
        new("Links inside the repository lead somewhere", file => file.IsMarkdown, DeadLinks)
        {
            Bad = new("A.md", "# A\nSee [this](no/such/file.md).\n"),
            Good = new("A.md", "# A\nSee [rooms](ARCHITECTURE.md#the-rooms), [a](https://example.org) and [b](#a).\n"),
        },
        new("Versions of packages stand in Directory.Packages.props alone", file => IsProject(file), Versions)
        {
            Bad = new("a.csproj", "<PackageReference Include=\"xunit.v3\" Version=\"3.2.2\" />\n"),
            Good = new("a.csproj", "<PackageReference Include=\"xunit.v3\" />\n"),
        },
        new("Each package says why it is needed", file => file.Path == "Directory.Packages.props",
            Unreasoned("<PackageVersion "))
        {
            Bad = new("Directory.Packages.props", "<ItemGroup>\n<PackageVersion Include=\"A\" Version=\"1\" />\n"),
            Good = new("Directory.Packages.props", "<!-- Why. -->\n<PackageVersion Include=\"A\" Version=\"1\" />\n"),
        },
        new("Each warning that a project switches off has a reason", IsBuildFile, Unreasoned("<NoWarn>"))
        {
            Bad = new("a.csproj", "<PropertyGroup>\n<NoWarn>CS1591</NoWarn>\n"),
            Good = new("a.csproj", "<!-- Why. -->\n<NoWarn>CS1591</NoWarn>\n"),
        },
        new("Each analyzer that is switched off has a reason", file => file.Path == ".editorconfig", SwitchedOff)
        {
            Bad = new(".editorconfig", "indent_size = 2\ndotnet_diagnostic.CA2000.severity = none\n"),
            Good = new(".editorconfig", "# Why.\nCA1.severity = none\nCA2.severity = none\nCA3.severity = warning\n"),
        },
        new("Shell scripts say what runs them", file => file.IsBelow("eng/") && !file.Path.Contains('.'), Shebang)
        {
            Bad = new("eng/publish", "set -u\n"),
            Good = new("eng/publish", "#!/bin/sh\nset -u\n"),
        },
    ];

    private static Rule Lines(
        string law, Func<SourceFile, bool> appliesTo, Func<string, string?> check, string bad, string good) => new(
            law, appliesTo,
            file => file.Lines.Select((line, i) => (Fault: check(line), Line: i + 1))
                .Where(found => found.Fault is not null)
                .Select(found => $"{file.Path}:{found.Line}: {found.Fault}"))
        {
            Bad = new("src/A.cs", bad + "\n"),
            Good = new("src/A.cs", good + "\n"),
        };

    private static IEnumerable<string> Ends(SourceFile file)
    {
        if (file.Text.StartsWith('\uFEFF'))
        {
            yield return $"{file.Path}:1: a byte order mark";
        }

        if (!file.Text.EndsWith('\n') || file.Text.EndsWith("\n\n", StringComparison.Ordinal))
        {
            yield return $"{file.Path}:{file.Lines.Length}: end the last line, and nothing after it";
        }
    }

    private static IEnumerable<string> Titles(SourceFile file)
    {
        int titles = OutsideFences(file).Count(line => line.StartsWith("# ", StringComparison.Ordinal));
        return titles == 1 ? [] : [$"{file.Path}:1: {titles} titles"];
    }

    private static IEnumerable<string> DeadLinks(SourceFile file)
    {
        string folder = Path.Combine(Repository.Root, Path.GetDirectoryName(file.Path)!);
        foreach (string line in OutsideFences(file))
        {
            foreach (Match link in Regex.Matches(line, @"\]\((?<to>[^)#\s]+)(#[^)]*)?\)"))
            {
                string to = link.Groups["to"].Value;
                if (!to.Contains(':') && !Path.Exists(Path.Combine(folder, to)))
                {
                    yield return $"{file.Path}: a link to {to}, which is not there";
                }
            }
        }
    }

    private static IEnumerable<string> OutsideFences(SourceFile file)
    {
        bool inside = false;
        foreach (string line in file.Lines)
        {
            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
            {
                inside = !inside;
            }
            else if (!inside)
            {
                yield return line;
            }
        }
    }

    private static IEnumerable<string> Versions(SourceFile file) =>
        Regex.Matches(file.Text, @"<PackageReference\b[^>]*\bVersion(Override)?\s*=")
            .Select(match => file.At(match.Index, "the version belongs in Directory.Packages.props"));

    private static Func<SourceFile, IEnumerable<string>> Unreasoned(string element) => file => file.Lines
        .Select((line, i) => (line, before: i > 0 ? file.Lines[i - 1] : "", number: i + 1))
        .Where(at => at.line.Contains(element, StringComparison.Ordinal)
            && !(at.before + at.line).Contains("-->", StringComparison.Ordinal))
        .Select(at => $"{file.Path}:{at.number}: say why in a comment above");

    // One reason may stand above several.
    private static IEnumerable<string> SwitchedOff(SourceFile file)
    {
        bool isReasoned = false;
        for (int i = 0; i < file.Lines.Length; i++)
        {
            bool switchesOff = file.Lines[i].EndsWith("severity = none", StringComparison.Ordinal);
            isReasoned = file.Lines[i].StartsWith('#') || (isReasoned && switchesOff);
            if (switchesOff && !isReasoned)
            {
                yield return $"{file.Path}:{i + 1}: say why in a comment above";
            }
        }
    }

    private static IEnumerable<string> Shebang(SourceFile file) =>
        file.Text.StartsWith("#!", StringComparison.Ordinal) ? [] : [$"{file.Path}:1: no interpreter named"];

    private static bool IsGenerated(SourceFile file) => Path.GetFileName(file.Path) == "packages.lock.json";

    private static bool IsProject(SourceFile file) => file.Path.EndsWith(".csproj", StringComparison.Ordinal);

    private static bool IsBuildFile(SourceFile file) =>
        IsProject(file) || file.Path.EndsWith(".props", StringComparison.Ordinal)
        || file.Path.EndsWith(".targets", StringComparison.Ordinal);

    // These rules and their samples name what they forbid.
    private static bool IsAboutRules(SourceFile file) => file.IsBelow("tests/Doppel.Repository.Tests/");
}
