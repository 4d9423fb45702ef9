using System.Text;
using System.Text.RegularExpressions;
using Doppel.Reports.Tests.Support;
using Doppel.Testing;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed partial class DocumentationTests
{
    [Theory]
    [InlineData(ReportFormat.Text)]
    [InlineData(ReportFormat.Json)]
    [InlineData(ReportFormat.Fdupes)]
    [InlineData(ReportFormat.Csv)]
    [InlineData(ReportFormat.Fclones)]
    public void The_example_is_what_the_program_writes(ReportFormat format)
    {
        Report report = Samples.For(format, Samples.Documented);
        ReportWriteOptions options = new()
        {
            Format = format,
            // The picture whose name is no UTF-8 would make the page itself no UTF-8.
            EscapeNames = format is ReportFormat.Text or ReportFormat.Fdupes,
            RootLabels = format == ReportFormat.Fdupes ? [new("Pictures"), new("USB/")] : [],
        };
        string written = Forms.WriteText(report, options).Replace("\r\n", "\n", StringComparison.Ordinal);
        string example = Example(format.ToString().ToLowerInvariant());
        Assert.True(example == written.TrimEnd('\n'), $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Fact]
    public void The_example_of_sizes_and_times_is_what_the_program_writes()
    {
        ReportWriteOptions options = new() { EscapeNames = true, DetailsZone = TimeZoneInfo.Utc };
        string written = Forms.WriteText(Samples.Documented, options)
            .Replace("\r\n", "\n", StringComparison.Ordinal);
        string example = Example("text with sizes and times");
        Assert.True(example == written.TrimEnd('\n'), $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Fact]
    public void The_example_of_a_terminal_is_what_the_program_writes()
    {
        ReportWriteOptions options = new()
        {
            EscapeNames = true,
            Terminal = new TerminalLayout { WorkingDirectory = new("/data/ana/Pictures"), Home = new("/data/ana") },
        };
        string written = string.Concat(
            new[] { Samples.Documented, Samples.DocumentedFolders, Samples.DocumentedMedia }
                .Select(report => Forms.WriteText(report, options) + "\n"))
            .Replace("\r\n", "\n", StringComparison.Ordinal);
        string example = Example("text on a terminal");
        Assert.True(example == written.TrimEnd('\n'), $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Fact]
    public void The_example_of_html_is_what_the_program_writes()
    {
        string group = Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Html }).Split('\n')
            .Last(line => line.StartsWith("<!--{\"type\":\"group\"", StringComparison.Ordinal));
        Assert.True(Example("html") == group, $"docs/formats.md is stale. The example must be:\n{group}");
    }

    [Theory, InlineData(ReportFormat.Text), InlineData(ReportFormat.Json)]
    public void The_example_of_folders_is_what_the_program_writes(ReportFormat format)
    {
        string written = Forms.WriteText(Samples.DocumentedFolders, new() { Format = format })
            .Replace("\r\n", "\n", StringComparison.Ordinal);
        string example = Example($"{format.ToString().ToLowerInvariant()} of folders");
        Assert.True(example == written.TrimEnd('\n'), $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Theory, InlineData(ReportFormat.Text), InlineData(ReportFormat.Json)]
    public void The_example_of_media_is_what_the_program_writes(ReportFormat format)
    {
        string written = Forms.WriteText(Samples.DocumentedMedia, new() { Format = format })
            .Replace("\r\n", "\n", StringComparison.Ordinal);
        string example = Example($"{format.ToString().ToLowerInvariant()} of media");
        Assert.True(example == written.TrimEnd('\n'), $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Fact]
    public void The_example_of_text_of_fclones_is_read()
    {
        byte[] example = Encoding.UTF8.GetBytes(Example("fclones-text") + "\n");
        using var stream = new MemoryStream(example);
        var reader = ReportReader.Open(stream);
        Assert.Equal(ReportFormat.FclonesText, reader.Format);
        Assert.Equal(["/data/ana/a", "/data/ana/b"], reader.Groups().Single().Copies.Select(c => $"{c.Names[0]}"));
        Assert.False(reader.EndedEarly);
    }

    [Fact]
    public void Every_field_of_json_and_every_column_of_csv_is_in_a_table()
    {
        string page = Page();
        string json = Forms.WriteText(Samples.Nasty(), new() { Format = ReportFormat.Json })
            + Forms.WriteText(Samples.Documented, new() { Format = ReportFormat.Json })
            + Forms.WriteText(Samples.DocumentedFolders, new() { Format = ReportFormat.Json })
            + Forms.WriteText(
                Samples.DocumentedMedia with { MediaGroups = [WithoutTags()] }, new() { Format = ReportFormat.Json });
        string csv = Forms.WriteText(Samples.Report(), new() { Format = ReportFormat.Csv });
        IEnumerable<string> fields = FieldNames().Matches(json).Select(m => m.Groups[1].Value)
            .Concat(csv.TrimEnd().Split(',')).Distinct();
        Assert.All(fields, field => Assert.Contains($"`{field}`", page, StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_has_one_heading_of_the_first_rank()
    {
        IEnumerable<string> headings = Fences().Replace(Page(), "").Split('\n')
            .Where(line => line.StartsWith("# ", StringComparison.Ordinal));
        Assert.Single(headings);
    }

    // What tags are called is not a field.
    private static ReportMediaGroup WithoutTags()
    {
        ReportMediaGroup group = Samples.DocumentedMedia.MediaGroups.Single();
        return group with { Copies = [.. group.Copies.Select(copy => copy with { Tags = [] })] };
    }

    internal static string Example(string name)
    {
        string page = Page();
        string block = $"<!-- example {name}, kept by a test -->\n```[a-z]*\n(.*?)\n```\n";
        Match match = Regex.Match(page, block, RegexOptions.Singleline);
        Assert.True(match.Success, $"docs/formats.md lacks the example {name}");
        return match.Groups[1].Value;
    }

    internal static string Page() =>
        File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "formats.md"), Encoding.UTF8);

    [GeneratedRegex("\"([a-z_0-9]+)\":")]
    private static partial Regex FieldNames();

    [GeneratedRegex("```.*?```", RegexOptions.Singleline)]
    private static partial Regex Fences();
}
