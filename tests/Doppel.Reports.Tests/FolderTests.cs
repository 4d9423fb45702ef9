using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>What reports tell about folders comes back; where it cannot be told, that is said.</summary>
public sealed class FolderTests
{
    private const string Content = """
        "proof":"bytes","bytes":1,"files":1,"entries":1,"redundant_bytes":0
        """;

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void Random_reports_with_folders_round_trip(ReportFormat format)
    {
        for (int seed = 1; seed <= TestCounts.Of(150, 20_000); seed++)
        {
            Report report = new RandomReports(seed).NextWithFolders();
            byte[] bytes = Forms.Write(report, new ReportWriteOptions { Format = format });
            string expected = Forms.Show(Forms.Carried(report, format, nul: false));
            string actual = Forms.Show(Forms.Read(bytes, new ReportReadOptions { Format = format, BlockBytes = 64 }));
            Assert.True(expected == actual, $"seed {seed}:\n{expected}\n---\n{actual}");
        }
    }

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void The_format_is_detected_when_folders_come_first(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.DocumentedFolders, new ReportWriteOptions { Format = format });
        Report read = Forms.Read(bytes);
        Assert.Equal("/data/ana/USB/2024", $"{read.FolderGroups.Single().Folders[1].Name}");
        Assert.Equal("/data/ana/Pictures/lakes", $"{read.ContainedFolders.Single().Container.Name}");
        Assert.Equal("/data/ana/Pictures/new", $"{read.EmptyFolders.Single().Name}");
    }

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void Cut_anywhere_gives_an_error_or_whole_folders_from_the_start(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.DocumentedFolders, new ReportWriteOptions { Format = format });
        List<string> all = Items(bytes, format);
        Assert.Equal(3, all.Count);
        for (int length = 0; length < bytes.Length; length++)
        {
            List<string> part = Items(bytes[..length], format);
            Assert.Equal(all.Take(part.Count), part);
        }
    }

    [Theory]
    [InlineData("3 identical folders of 6 B in 2 files, 2 entries, 6 B redundant, by name, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 identical folders of 6 B in 2 files, 2 entries, 6 B redundant, by name, bytes\n    /a\n  = /b\n\n")]
    [InlineData("2 identical folders of 6 B in 2 file, 2 entries, 6 B redundant, by name, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 identical folders of 6 B in 2 files, 2 entries, 6 B redundant, bytes\n    /a\n    /b\n\n")]
    [InlineData("1 contained folder of 6 B in 2 files, 2 entries, 6 B redundant, bytes\n    /a\n\n")]
    [InlineData("1 contained folder of 6 B in 2 files, 2 entries, 6 B redundant, bytes\n  < /b\n    /a\n\n")]
    [InlineData("Empty folders:\n\n")]
    public void Damaged_text_is_refused(string text) => Forms.Fails(text, ReportFormat.Text);

    [Theory]
    [InlineData("""{"type":"empty","root":0}""")]
    [InlineData("""{"type":"empty","folder":"/a","root":-2}""")]
    [InlineData("""{"type":"folders","by":"name",CONTENT,"folders":["/a"],"roots":[0]}""")]
    [InlineData("""{"type":"folders","by":"size",CONTENT,"folders":["/a","/b"],"roots":[0,0]}""")]
    [InlineData("""{"type":"folders","by":"name",CONTENT,"folders":["/a","/b"],"roots":[0]}""")]
    [InlineData("""{"type":"contained",CONTENT,"folder":"/a","root":0,"in":"/b"}""")]
    public void Damaged_json_is_refused(string line)
    {
        string begin = Encoding.UTF8.GetString(
            Forms.Write(Samples.Report(), new ReportWriteOptions { Format = ReportFormat.Json })).Split('\n')[0];
        line = line.Replace("CONTENT", Content, StringComparison.Ordinal);
        Forms.Fails($"{begin}\n{line}\n");
    }

    [Theory]
    [InlineData(ReportFormat.Csv, false)]
    [InlineData(ReportFormat.Fclones, false)]
    [InlineData(ReportFormat.Fdupes, false)]
    [InlineData(ReportFormat.Text, true)]
    public void Formats_without_a_place_for_folders_refuse_them(ReportFormat format, bool nul) =>
        Assert.Throws<ArgumentException>(() => Forms.Write(
            Samples.DocumentedFolders, new ReportWriteOptions { Format = format, NulAfterNames = nul }));

    private static List<string> Items(byte[] bytes, ReportFormat format)
    {
        List<string> items = [];
        try
        {
            using var stream = new MemoryStream(bytes);
            var reader = ReportReader.Open(stream, new ReportReadOptions { Format = format });
            while (reader.Read())
            {
                items.Add(reader.Kind switch
                {
                    ReportItemKind.FolderGroup => string.Join(' ', reader.FolderGroup.Folders),
                    ReportItemKind.ContainedFolder => reader.ContainedFolder.ToString(),
                    _ => reader.EmptyFolder.ToString(),
                });
            }
        }
        catch (ReportFormatException)
        {
            // What came before the damage counts.
        }

        return items;
    }
}
