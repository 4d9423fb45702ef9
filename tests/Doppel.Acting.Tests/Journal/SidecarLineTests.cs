using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Doppel.Acting.Tests.Journal;

/// <summary>The line about a sidecar in a journal.</summary>
public sealed partial class SidecarLineTests
{
    [Theory]
    [InlineData("a sidecar")]
    [InlineData("a moved companion")]
    public void The_example_in_the_docs_is_what_is_written(string what)
    {
        string example = Example(what);
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
    public void Lines_that_no_run_can_have_written_are_rejected(string old, string replacement)
    {
        string line = Example("a sidecar");
        Assert.Contains(old, line, StringComparison.Ordinal);
        Assert.Throws<FormatException>(() => Read(line.Replace(old, replacement, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("\"/data/ana/sea.jpg.xmp\"", "\"/data/other/sea.jpg.xmp\"")]
    [InlineData("\"/data/usb/1.jpg.xmp\"", "\"1.jpg.xmp\"")]
    [InlineData("\"/data/usb/1.jpg.xmp\"", "\"/data/usb/../1.jpg.xmp\"")]
    [InlineData("\"number\":8", "\"number\":-8")]
    public void Copies_of_companions_that_no_run_can_have_made_are_rejected(string old, string replacement)
    {
        string line = Example("a moved companion");
        Assert.Contains(old, line, StringComparison.Ordinal);
        Assert.Throws<FormatException>(() => Read(line.Replace(old, replacement, StringComparison.Ordinal)));
    }

    private static SidecarChange Read(string line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return SidecarChange.Read(document.RootElement, JournalNumbers.OfNoRun());
    }

    private static string Example(string what)
    {
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "formats.md"));
        page = page[page.IndexOf($"example of {what} in the journal", StringComparison.Ordinal)..];
        return Code().Match(page).Groups[1].Value;
    }

    [GeneratedRegex("```json\n *(.*?)\n *```", RegexOptions.Singleline)]
    private static partial Regex Code();
}
