using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class CsvTests
{
    private const string Head =
        "group,size,proof,digest,redundant_bytes,copies,copy,names,links,device,inode,allocated,owner,owner_group,"
        + "mode,modified,root,followed,path,path_base64\r\n";

    private const string First =
        "1,3,bytes,,3,2,1,1,1,2049,77,4096,0,0,0644,2024-01-02T03:04:05.000000000Z,0,,/a,\r\n";
    private const string Second =
        "1,3,bytes,,3,2,2,1,1,2049,78,4096,0,0,0644,2024-01-02T03:04:05.000000000Z,0,,/b,\r\n";

    [Theory]
    [InlineData("/plain é 😀", "/plain é 😀,,")]
    [InlineData("/a,b", "\"/a,b\",,")]
    [InlineData("/a\"b", "\"/a\"\"b\",,")]
    [InlineData("/a\r\nb\n", "\"/a\r\nb\n\",,")]
    public void Fields_are_quoted_where_they_must_be(string name, string expected) => Assert.Contains(
        $",0,,{expected}\r\n",
        Write(Samples.Copy(name), new() { Format = ReportFormat.Csv }),
        StringComparison.Ordinal);

    [Fact]
    public void A_name_that_is_not_utf8_is_base64_in_a_column_of_its_own()
    {
        ReportCopy copy = Samples.Copy("x") with { Names = [new(new byte[] { (byte)'/', 0xFF, 0xA0 })] };
        Assert.Contains(",0,,,L/+g,\r\n", Write(copy, new() { Format = ReportFormat.Csv }), StringComparison.Ordinal);
    }

    [Fact]
    public void On_a_terminal_a_name_that_could_fool_a_person_is_base64_too()
    {
        ReportWriteOptions options = new() { Format = ReportFormat.Csv, EscapeNames = true };
        Assert.Contains(",0,,,L+KArng=,\r\n", Write(Samples.Copy("/\u202Ex"), options), StringComparison.Ordinal);
        Assert.Contains(",0,,/é,,\r\n", Write(Samples.Copy("/é"), options), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_row_has_as_many_fields_as_the_first()
    {
        string text = Forms.WriteText(Samples.Nasty(), new() { Format = ReportFormat.Csv });
        List<List<string>> rows = Rows(text);
        Assert.All(rows, row => Assert.Equal(21, row.Count));
        Assert.Equal(1 + (Samples.NastyNames.Count / 4 * 4) + Samples.NastyNames.Count, rows.Count);
    }

    // First and Second are as earlier versions wrote them.
    [Theory]
    [InlineData("4096", "4096", null)]
    [InlineData("", "", null)]
    [InlineData("4096", "", "does not repeat freed_bytes")]
    [InlineData("-1", "-1", "freed_bytes is not a whole number")]
    [InlineData("4096,", "4096", "more than 21 fields")]
    public void Freed_bytes_are_in_a_last_column_that_tables_of_earlier_versions_lack(
        string first, string second, string? expected)
    {
        Assert.Null(Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(Head + First + Second)).Groups).FreedBytes);
        string text = Head.Replace("\r\n", ",freed_bytes\r\n", StringComparison.Ordinal)
            + First.Replace("\r\n", $",{first}\r\n", StringComparison.Ordinal)
            + Second.Replace("\r\n", $",{second}\r\n", StringComparison.Ordinal);
        byte[] table = Encoding.UTF8.GetBytes(text);
        if (expected is not null)
        {
            string message = Assert.Throws<ReportFormatException>(() => Forms.Read(table)).Message;
            Assert.Contains(expected, message, StringComparison.Ordinal);
            return;
        }

        long? freed = Assert.Single(Forms.Read(table).Groups).FreedBytes;
        Assert.Equal(first.Length == 0 ? null : 4096, freed);
    }

    [Fact]
    public void Rows_may_end_with_lf_alone()
    {
        string text = (Head + First + Second).Replace("\r\n", "\n", StringComparison.Ordinal);
        Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(text)).Groups);
    }

    [Theory]
    [InlineData("1,3,bytes", "2,3,bytes", "group is not 1")]
    [InlineData("1,3,bytes", "1,-2,bytes", "size is not a whole number")]
    [InlineData("1,3,bytes", "1,4,bytes", "redundant_bytes is not the size times 1")]
    [InlineData("1,3,bytes", "1,3,crc32", "proof is not")]
    [InlineData(",,3,2,1,", ",12,3,2,1,", "digest is not")]
    [InlineData(",,3,2,1,", ",,3,2,2,", "copy is not 1")]
    [InlineData(",,3,2,1,", ",,0,1,1,", "copies is not at least 2")]
    [InlineData(",1,2049", ",-1,2049", "links is not")]
    [InlineData(",0644,", ",644,", "mode is not")]
    [InlineData("2024-", "2024", "modified is not")]
    [InlineData(",0,,/a,", ",0,x,/a,", "followed is not")]
    [InlineData(",0,,/a,", ",0,,,", "either path or path_base64")]
    [InlineData(",0,,/a,", ",0,,/a,eA==", "either path or path_base64")]
    [InlineData(",0,,/a,", ",0,,,?", "path_base64 is not base64")]
    [InlineData(",0,,/a,", ",0,,/a,,", "more than 20 fields")]
    [InlineData(",0,,/a,", ",0,,/a", "has 19 fields")]
    [InlineData("/a", "/\"a", "cut off")]
    [InlineData("/a", "/\"a\"", "quote or carriage return")]
    [InlineData("/a", "\"/a\"b", "text behind a quoted field")]
    public void Damage_is_named_with_its_line(string sound, string damaged, string expected)
    {
        Assert.Contains(sound, First, StringComparison.Ordinal);
        string text = Head + First.Replace(sound, damaged, StringComparison.Ordinal) + Second;
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Csv);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.Equal(2, failure.Line);
    }

    [Fact]
    public void Rows_of_a_group_must_agree_and_be_all_there()
    {
        string other = Second.Replace("1,3,bytes", "1,3,xxh3-128", StringComparison.Ordinal);
        Assert.Contains("does not repeat", Forms.Fails(Head + First + other).Message, StringComparison.Ordinal);
        Assert.Contains("middle of a group", Forms.Fails(Head + First).Message, StringComparison.Ordinal);
        Assert.Contains("cut off", Forms.Fails(Head + First + Second[..^2]).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Another_table_is_refused() => Assert.Contains(
        "head line",
        Forms.Fails("size,hash,count,files\n", ReportFormat.Csv).Message,
        StringComparison.Ordinal);

    private static string Write(ReportCopy copy, ReportWriteOptions options) =>
        Forms.WriteText(Samples.Report(Samples.Group(1, copy, copy)), options);

    /// <summary>A reader of RFC 4180 of its own, a character at a time.</summary>
    private static List<List<string>> Rows(string text)
    {
        List<List<string>> rows = [[]];
        var field = new StringBuilder();
        bool quoted = false;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (quoted)
            {
                bool doubled = c == '"' && i + 1 < text.Length && text[i + 1] == '"';
                quoted = c != '"' || doubled;
                i += doubled ? 1 : 0;
                if (quoted)
                {
                    field.Append(c);
                }
            }
            else if (c == '"' && field.Length == 0)
            {
                quoted = true;
            }
            else if (c == ',')
            {
                rows[^1].Add(field.ToString());
                field.Clear();
            }
            else if (c == '\r')
            {
                Assert.Equal('\n', text[++i]);
                rows[^1].Add(field.ToString());
                field.Clear();
                rows.Add([]);
            }
            else
            {
                Assert.NotEqual('\n', c);
                field.Append(c);
            }
        }

        Assert.Empty(rows[^1]);
        rows.RemoveAt(rows.Count - 1);
        return rows;
    }
}
