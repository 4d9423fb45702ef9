using System.Text;
using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.Frame;

/// <summary>
/// <c>docs/benchmarks.md</c>, written anew from the pages that are there: it leads to every table and plot.
/// </summary>
internal static partial class IndexPage
{
    /// <summary>Reads all pages of results and writes the index.</summary>
    public static string Write()
    {
        string path = Path.Combine(SourceTree.Root, "docs", "benchmarks.md");
        ResultPage.WriteText(path, Text(ResultPage.Results, "../benchmarks/results"));
        return path;
    }

    /// <summary>The page for a folder of results that is reached by a link.</summary>
    internal static string Text(string results, string link)
    {
        var text = new StringBuilder("""
            # Benchmarks

            Written by `./bench` from the pages below benchmarks/results; do not edit.
            [How to run and read them](../benchmarks/README.md). [What the claims are worth](claims.md).

            """);
        string[] machines = Directory.Exists(results)
            ? [.. Directory.GetDirectories(results).Order(StringComparer.Ordinal)]
            : [];
        foreach (string machine in machines)
        {
            text.Append($"\n## {Path.GetFileName(machine)}\n");
            foreach (string file in Pages(machine))
            {
                AppendPage(text, file, $"{link}/{Path.GetFileName(machine)}");
            }
        }

        return text.ToString();
    }

    // In the order of the registry; a full page before the short one.
    private static IEnumerable<string> Pages(string machine) =>
        from suite in Suites.All
        from suffix in new[] { "", "-short" }
        let file = Path.Combine(machine, $"{suite.Name}{suffix}.md")
        where File.Exists(file)
        select file;

    private static void AppendPage(StringBuilder text, string file, string folder)
    {
        string page = File.ReadAllText(file);
        string name = Path.GetFileName(file);
        string title = Title().Match(page).Groups[1].Value;
        bool isShort = name.EndsWith("-short.md", StringComparison.Ordinal);
        text.Append($"\n### [{title}]({folder}/{name}){(isShort ? " (short run)" : "")}\n\n");
        text.Append(Outcome().Match(page).Groups[1].Value).Append('\n');
        foreach (string line in Contents(page, $"{folder}/{name}", folder))
        {
            text.Append($"\n- {line}");
        }

        text.Append('\n');
    }

    private static IEnumerable<string> Contents(string page, string link, string folder)
    {
        foreach (Match match in Item().Matches(page))
        {
            yield return match.Groups["anchor"].Success
                ? $"[{match.Groups["table"].Value}]({link}#{match.Groups["anchor"].Value})"
                : $"plot: [{match.Groups["plot"].Value}]({folder}/{match.Groups["file"].Value})";
        }
    }

    [GeneratedRegex("^# (.+)$", RegexOptions.Multiline)]
    private static partial Regex Title();

    [GeneratedRegex("^- Outcome: (.+)$", RegexOptions.Multiline)]
    private static partial Regex Outcome();

    [GeneratedRegex("""<a id="(?<anchor>[^"]+)"></a>\n\n### (?<table>.+)$|^!\[(?<plot>[^\]]*)\]\((?<file>[^)]+)\)""",
        RegexOptions.Multiline)]
    private static partial Regex Item();
}
