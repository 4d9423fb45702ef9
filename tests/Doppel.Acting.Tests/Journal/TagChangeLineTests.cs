using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.Acting.Tests.Journal;

/// <summary>The lines about files that get tags in a journal.</summary>
public sealed partial class TagChangeLineTests
{
    [Theory]
    [InlineData("sidecar in")]
    [InlineData("moved companion in")]
    [InlineData("merge in")]
    public void The_example_in_the_docs_is_what_is_written(string kind)
    {
        string example = Example(kind);
        var lines = new LineBuffer();
        Read(example).WriteTo(lines);
        Assert.Equal(example + "\n", Encoding.UTF8.GetString(lines.Written));
    }

    [Theory]
    [InlineData("\"/data/ana/sea.jpg.xmp\"", "\"/data/other/sea.jpg.xmp\"")]
    [InlineData("\"/data/ana/sea.jpg.xmp\"", "\"/data/ana/.bashrc\"")]
    [InlineData("\"/data/ana/sea.jpg.xmp\"", "\"sea.jpg.xmp\"")]
    [InlineData("\"/data/ana/sea.jpg\"", "\"/data/ana/../ana/sea.jpg\"")]
    [InlineData("\"number\":7", "\"number\":-7")]
    [InlineData("1000,1000,420", "1000,1000,1000000")]
    public void Lines_that_no_run_can_have_written_are_rejected(string old, string replacement) =>
        Rejects("sidecar in", old, replacement);

    [Theory]
    [InlineData("\"/data/ana/sea.jpg.xmp\"", "\"/data/other/sea.jpg.xmp\"")]
    [InlineData("\"/data/usb/1.jpg.xmp\"", "\"1.jpg.xmp\"")]
    [InlineData("\"/data/usb/1.jpg.xmp\"", "\"/data/usb/../1.jpg.xmp\"")]
    [InlineData("\"number\":8", "\"number\":-8")]
    [InlineData("\"size\":12", "\"size\":-12")]
    [InlineData("2c26b46b", "2c26")]
    public void Copies_of_companions_that_no_run_can_have_made_are_rejected(string old, string replacement) =>
        Rejects("moved companion in", old, replacement);

    [Theory]
    [InlineData("\"/data/ana/song.flac\"", "\"song.flac\"")]
    [InlineData("\"number\":8", "\"number\":-8")]
    [InlineData("\"was\":[1000,1000,420,1700000000,123456789,0],\"attributes\":{},", "")]
    [InlineData("4130128", "-4130128")]
    [InlineData("4130141", "4130142")]
    [InlineData("[45,", "[4130128,")]
    [InlineData("[86,", "[45,")]
    [InlineData("9f86d081", "9F86d081")]
    [InlineData("9f86d081", "9f86d0")]
    public void Merges_that_no_run_can_have_written_are_rejected(string old, string replacement) =>
        Rejects("merge in", old, replacement);

    private static void Rejects(string kind, string old, string replacement)
    {
        string line = Example(kind);
        Assert.Contains(old, line, StringComparison.Ordinal);
        Assert.Throws<FormatException>(() => Read(line.Replace(old, replacement, StringComparison.Ordinal)));
    }

    private static TagChange Read(string line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return TagChange.Read(document.RootElement, JournalNumbers.OfNoRun());
    }

    private static string Example(string kind)
    {
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "formats.md"));
        page = page[page.IndexOf($"example of a {kind} the journal", StringComparison.Ordinal)..];
        return Block().Match(page).Groups[1].Value;
    }

    [GeneratedRegex("```json\n *(.*?)\n *```", RegexOptions.Singleline)]
    private static partial Regex Block();
}
