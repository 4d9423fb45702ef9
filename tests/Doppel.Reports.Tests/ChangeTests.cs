using System.Text;
using System.Text.Json;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>The lines of changes.</summary>
public sealed class ChangeTests
{
    private static readonly ReportWriteOptions s_json = new() { Format = ReportFormat.Json };

    [Fact]
    public void A_new_group_is_written_as_in_a_report()
    {
        ReportGroup group = Group("/a", "/b");
        var report = new Report
        {
            Begin = new ReportBegin
            {
                Version = "1",
                Command = [],
                WorkingDirectory = new("/"),
                Roots = [new("/")],
                Started = default,
            },
            Groups = [group],
            Summary = new ReportSummary { Complete = true },
        };
        using var stream = new MemoryStream();
        ReportWriter.Write(report, stream, s_json);
        string expected = Encoding.UTF8.GetString(stream.ToArray()).Split('\n')[1];
        Assert.Equal(
            expected.Replace("\"type\":\"group\"", "\"type\":\"new\",\"id\":7", StringComparison.Ordinal) + "\n",
            Written(writer => writer.Write(new GroupChange { Kind = GroupChangeKind.New, Id = 7, Group = group })));
    }

    [Fact]
    public void A_changed_group_is_complete_and_lists_added_and_removed_names()
    {
        JsonElement line = Line(new GroupChange
        {
            Kind = GroupChangeKind.Changed,
            Id = 7,
            Before = Group("/a", "/b", "/c"),
            Group = Group("/b", "/d"),
        });
        Assert.Equal("changed", line.GetProperty("type").GetString());
        Assert.Equal("""["/d"]""", line.GetProperty("added").GetRawText());
        Assert.Equal("""["/a","/c"]""", line.GetProperty("removed").GetRawText());
        Assert.Equal(2, line.GetProperty("copies").GetArrayLength());
    }

    [Fact]
    public void A_group_that_is_gone_lists_its_names_whatever_their_bytes_are()
    {
        ReportGroup before = Group("/a", "/b") with
        {
            Copies = [Copy(new ReportName("/a")), Copy(new ReportName(new byte[] { (byte)'/', 0xFF }))],
        };
        Assert.Equal(
            """{"type":"gone","id":7,"size":5,"removed":["/a",{"base64":"L/8="}]}""" + "\n",
            Written(writer => writer.Write(new GroupChange { Kind = GroupChangeKind.Gone, Id = 7, Before = before })));
    }

    [Fact]
    public void Totals_say_whether_they_are_current()
    {
        var summary = new ReportSummary
        {
            Complete = true,
            Files = 5,
            Groups = 1,
            RedundantFiles = 2,
            RedundantBytes = 10,
        };
        Assert.Equal(
            """
            {"type":"totals","current":true,"time":"2026-01-02T03:04:05.000000006Z","files":5,"groups":1,
            "redundant_files":2,"redundant_bytes":10,"problems":0,"opened":0,"bytes_read":0,"seconds":0}
            """.ReplaceLineEndings("") + "\n",
            Written(writer => writer.Write(new ChangeTotals
            {
                Summary = summary,
                IsCurrent = true,
                Time = new ReportTime(1_767_323_045, 6),
            })));
    }

    [Fact]
    public void Nothing_is_passed_on_before_a_flush()
    {
        using var stream = new MemoryStream();
        var writer = new JsonChangeWriter(stream, s_json);
        writer.Write(new GroupChange { Kind = GroupChangeKind.New, Id = 1, Group = Group("/a", "/b") });
        Assert.Equal(0, stream.Length);
        writer.Flush();
        Assert.Equal((byte)'\n', stream.ToArray()[^1]);
    }

    [Fact]
    public void Missing_groups_and_unsupported_formats_are_refused()
    {
        using var stream = new MemoryStream();
        Assert.Throws<ArgumentException>(() => new JsonChangeWriter(stream, new ReportWriteOptions()));
        var writer = new JsonChangeWriter(stream, s_json);
        foreach (GroupChangeKind kind in Enum.GetValues<GroupChangeKind>())
        {
            Assert.Throws<ArgumentException>(() => writer.Write(new GroupChange { Kind = kind, Id = 1 }));
        }
    }

    private static JsonElement Line(GroupChange change) =>
        JsonDocument.Parse(Written(writer => writer.Write(change))).RootElement;

    private static string Written(Action<JsonChangeWriter> write)
    {
        using var stream = new MemoryStream();
        var writer = new JsonChangeWriter(stream, s_json);
        write(writer);
        writer.Flush();
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static ReportGroup Group(params string[] names) => new()
    {
        Size = 5,
        Proof = Proof.Bytes,
        RedundantBytes = 5 * (names.Length - 1),
        Copies = [.. names.Select(static name => Copy(new ReportName(name)))],
    };

    private static ReportCopy Copy(ReportName name) => new() { Names = [name], Roots = [0], Links = 1 };
}
