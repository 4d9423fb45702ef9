using System.Text.RegularExpressions;

namespace Doppel.EndToEnd.Harness;

/// <summary>A block of a page in docs that shows what the program prints.</summary>
internal static partial class DocumentedBlock
{
    /// <summary>Compares a block with a session, or writes it if DOPPEL_WRITE_DOCS is 1.</summary>
    /// <param name="page">The name of the page.</param>
    /// <param name="mark">The comment above the block.</param>
    /// <param name="session">Commands and what they print. Durations may differ.</param>
    public static void Check(string page, string mark, string session)
    {
        session = Seconds().Replace(session, "in 0.05 s").TrimEnd('\n') + "\n";
        string path = Path.Combine(SourceTree.Root, "docs", page);
        string text = File.ReadAllText(path);
        string begin = $"<!-- {mark} -->\n\n```console\n";
        int start = text.IndexOf(begin, StringComparison.Ordinal);
        Assert.True(start >= 0, $"{page} has no block '{mark}'");
        start += begin.Length;
        int end = text.IndexOf("```", start, StringComparison.Ordinal);
        if (Environment.GetEnvironmentVariable("DOPPEL_WRITE_DOCS") == "1")
        {
            File.WriteAllText(path, text[..start] + session + text[end..]);
            return;
        }

        Assert.Equal(text[start..end], session);
    }

    [GeneratedRegex(@"in \d+\.\d\d s")]
    private static partial Regex Seconds();
}
