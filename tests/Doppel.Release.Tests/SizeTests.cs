using System.Globalization;
using System.Text.RegularExpressions;

namespace Doppel.Release.Tests;

/// <summary>What users download stays small, and docs/install.md says how small.</summary>
public sealed partial class SizeTests(ReleaseBuild release)
{
    // A table that is off by more than this is out of date.
    private const double Tolerance = 0.3;

    [Fact]
    public void The_table_keeps_the_budgets_of_a_release()
    {
        Row[] rows = [.. Rows()];
        Assert.All(rows, row => Assert.True(row.Megabytes <= row.MegabytesMax, $"{row.File} is above its budget"));
        Assert.All(rows.Where(row => row.File == "doppel"), row => Assert.True(row.MegabytesMax <= 18, row.Note));
        Assert.All(rows.Where(row => row.File.EndsWith(".deb", StringComparison.Ordinal)),
            row => Assert.True(row.MegabytesMax <= 10, row.File));
        Assert.Equal((2, 2), (rows.Count(row => row.File == "doppel"), rows.Count(row => row.File.EndsWith(".deb"))));
    }

    [Fact(Explicit = true)]
    public void The_table_has_the_sizes_of_the_artifacts()
    {
        var faults = new List<string>();
        foreach (Row row in Rows())
        {
            double megabytes = BytesOf(row) / 1e6;
            if (megabytes > row.MegabytesMax || Math.Abs(megabytes - row.Megabytes) > Tolerance)
            {
                faults.Add($"{row.File}{row.Note}: {megabytes:F1} MB, not {row.Megabytes} of {row.MegabytesMax}");
            }
        }

        Assert.True(faults.Count == 0, string.Join('\n', faults));
    }

    // Executables are measured as they come out of the archive.
    private long BytesOf(Row row)
    {
        if (row.File is not ("doppel" or "doppel-ui"))
        {
            return new FileInfo(release.Artifact(row.File.Replace("VERSION", release.Version))).Length;
        }

        string rid = row.Note.Contains("arm64", StringComparison.Ordinal) ? "linux-arm64" : "linux-x64";
        string archive = release.Artifact($"doppel-*-{rid}.tar.gz");
        string bytes = Script.Shell($"tar -xOzf '{archive}' doppel-{release.Version}-{rid}/{row.File} | wc -c")
            .MustSucceed().OutputText;
        return long.Parse(bytes, CultureInfo.InvariantCulture);
    }

    private static IEnumerable<Row> Rows()
    {
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs/install.md"));
        foreach (Match match in RowPattern.Matches(page[page.IndexOf("## Sizes", StringComparison.Ordinal)..]))
        {
            yield return new Row(
                match.Groups["file"].Value, match.Groups["note"].Value,
                double.Parse(match.Groups["is"].Value, CultureInfo.InvariantCulture),
                double.Parse(match.Groups["max"].Value, CultureInfo.InvariantCulture));
        }
    }

    [GeneratedRegex(
        @"^\| `(?<file>[^`]+)`(?<note>[^|]*) \| (?<is>[\d.]+) \| (?<max>[\d.]+) \|$", RegexOptions.Multiline)]
    private static partial Regex RowPattern { get; }

    private sealed record Row(string File, string Note, double Megabytes, double MegabytesMax);
}
