using System.Text;
using System.Text.Json;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class JsonTests
{
    private const string Begin =
        """{"type":"begin","schema":1,"version":"0","command":[],"cwd":"/","roots":["/r"],"""
        + "\"started\":\"2024-01-02T03:04:05Z\"}";

    private const string Copy =
        """{"names":["/a"],"roots":[0],"links":1,"device":"1","inode":"2","allocated":0,"owner":0,"group":0,"""
        + "\"mode\":\"0644\",\"modified\":\"0\"}";

    private const string Group =
        """{"type":"group","size":1,"proof":"bytes","redundant_bytes":1,"copies":[""" + Copy + "," + Copy + "]}";

    private const string Summary =
        """{"type":"summary","complete":true,"files":0,"groups":1,"redundant_files":1,"redundant_bytes":1,"""
        + "\"unique\":0,\"problems\":0,\"opened\":0,\"bytes_read\":0,\"seconds\":0,\"stages\":[]}";

    [Fact]
    public void Every_line_is_an_object_that_an_independent_parser_reads()
    {
        string[] lines = Write(Samples.Nasty()).Split('\n');
        Assert.Equal("", lines[^1]);
        foreach (string line in lines[..^1])
        {
            using JsonDocument document = JsonDocument.Parse(line);
            Assert.Equal(JsonValueKind.Object, document.RootElement.ValueKind);
        }
    }

    [Theory]
    [InlineData("/é/😀/日本/+<>&'", "\"/é/😀/日本/+<>&'\"")]
    [InlineData("/a\"b\\c", "\"/a\\\"b\\\\c\"")]
    [InlineData("/\n\r\t\u0001\u007F\u0085\u2028", "\"/\\n\\r\\t\\u0001\\u007f\\u0085\\u2028\"")]
    [InlineData("/\u202Ex", "\"/\u202Ex\"")]
    public void Text_stays_readable_and_controls_are_escaped(string name, string expected) =>
        Assert.Contains("\"names\":[" + expected + "]", Write(OneName(new(name))), StringComparison.Ordinal);

    [Theory]
    [InlineData("/\u202Ex", "/\\u202ex")]
    [InlineData("/\u2066\u200F\u061C\u200B\uFEFF", "/\\u2066\\u200f\\u061c\\u200b\\ufeff")]
    [InlineData("/\U000E0041", "/\\udb40\\udc41")]
    [InlineData("/é😀", "/é😀")]
    public void On_a_terminal_what_could_fool_a_person_is_escaped_too(string name, string expected) => Assert.Contains(
        $"\"names\":[\"{expected}\"]",
        Forms.WriteText(OneName(new(name)), new ReportWriteOptions { Format = ReportFormat.Json, EscapeNames = true }),
        StringComparison.Ordinal);

    [Fact]
    public void A_name_that_is_not_utf8_is_base64() => Assert.Contains(
        "\"names\":[{\"base64\":\"L/+g\"}]",
        Write(OneName(new(new byte[] { (byte)'/', 0xFF, 0xA0 }))),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(1_704_164_645, 123_456_789, "2024-01-02T03:04:05.123456789Z")]
    [InlineData(0, 0, "1970-01-01T00:00:00.000000000Z")]
    [InlineData(-1, 500_000_000, "1969-12-31T23:59:59.500000000Z")]
    [InlineData(-62_135_596_800, 0, "0001-01-01T00:00:00.000000000Z")]
    [InlineData(-62_135_596_801, 0, "-62135596801")]
    [InlineData(-62_135_596_801, 750_000_000, "-62135596800.250000000")]
    [InlineData(253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z")]
    [InlineData(253_402_300_800, 0, "253402300800")]
    [InlineData(253_402_300_800, 1, "253402300800.000000001")]
    [InlineData(long.MinValue, 0, "-9223372036854775808")]
    [InlineData(long.MinValue, 1, "-9223372036854775807.999999999")]
    [InlineData(long.MaxValue, 999_999_999, "9223372036854775807.999999999")]
    public void Times_are_rfc_3339_or_seconds(long seconds, int nanoseconds, string expected)
    {
        Report report = OneName(new("/a"), new ReportTime(seconds, nanoseconds));
        string json = Write(report);
        Assert.Contains($"\"modified\":\"{expected}\"", json, StringComparison.Ordinal);
        ReportGroup read = Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(json)).Groups);
        Assert.Equal(new ReportTime(seconds, nanoseconds), read.Copies[0].Modified);
    }

    [Theory]
    [InlineData("2024-01-02T03:04:05Z", 1_704_164_645, 0)]
    [InlineData("2024-01-02T03:04:05.5Z", 1_704_164_645, 500_000_000)]
    [InlineData("2022-03-18T08:24:28.793228077+01:00", 1_647_588_268, 793_228_077)]
    [InlineData("2022-03-18T08:24:28-00:30", 1_647_593_668, 0)]
    public void Times_are_read_with_offset_and_shorter_fraction(string text, long seconds, int nanoseconds)
    {
        Report report = Read(Begin.Replace("2024-01-02T03:04:05Z", text, StringComparison.Ordinal));
        Assert.Equal(new ReportTime(seconds, nanoseconds), report.Begin.Started);
    }

    [Theory]
    [InlineData("2024-02-30T00:00:00Z")]
    [InlineData("2024-01-02T24:00:00Z")]
    [InlineData("2024-01-02T03:04:05")]
    [InlineData("2024-01-02T03:04:05.1234567890Z")]
    [InlineData("2024-01-02T03:04:05+1:00")]
    [InlineData("0000-01-01T00:00:00Z")]
    [InlineData("")]
    [InlineData("-")]
    [InlineData("1.")]
    [InlineData("9223372036854775808")]
    public void Times_that_are_none_are_refused(string text) => Assert.Contains(
        "started is not a time",
        Fails(Begin.Replace("2024-01-02T03:04:05Z", text, StringComparison.Ordinal)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Unknown_types_and_fields_are_passed_over_and_order_is_free()
    {
        const string other = """{"x":{"type":"group","y":[1,{"z":null}]},"type":"folder"}""";
        string later = Copy.Replace("{\"names\"", "{\"later\":{},\"names\"", StringComparison.Ordinal);
        string reordered = """{"new":[[]],"copies":[""" + later + "," + Copy
            + """],"redundant_bytes":1,"type":"group","proof":"bytes","size":1}""";
        Report expected = Read(Begin, Group, Summary);
        Report actual = Read(Begin, other, reordered, other, Summary);
        Assert.Equal(Forms.Show(expected), Forms.Show(actual));
    }

    [Theory]
    [InlineData("[[0,1]]", 2)]
    [InlineData("[[0,3],[1,2]]", 1)]
    [InlineData("[[0,1,2,3]]", 0)]
    public void Copies_that_share_their_blocks_are_reported_and_count_once(string shared, int redundant)
    {
        ReportGroup group = Samples.Group(1, [.. "abcd".Select(name => Samples.Copy($"/{name}"))]) with
        {
            RedundantBytes = redundant,
            Shared = JsonSerializer.Deserialize<int[][]>(shared),
        };
        string json = Write(Samples.Report(group));
        string fields = $"\"redundant_bytes\":{redundant},\"shared\":{shared},\"copies\":[";
        Assert.Contains(fields, json, StringComparison.Ordinal);
        ReportGroup read = Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(json)).Groups);
        Assert.Equal(Forms.Show(group), Forms.Show(read));
    }

    [Theory]
    [InlineData("7", "shared is not an array")]
    [InlineData("[7]", "shared is not an array")]
    [InlineData("[]", "shared is not ascending lists")]
    [InlineData("[[0]]", "shared is not ascending lists")]
    [InlineData("[[0,0]]", "shared is not ascending lists")]
    [InlineData("[[1,0]]", "shared is not ascending lists")]
    [InlineData("[[0,2]]", "shared is not ascending lists")]
    [InlineData("[[0,9223372036854775807]]", "shared is not ascending lists")]
    [InlineData("[[0,1],[0,1]]", "shared is not ascending lists")]
    [InlineData("[[0,-1]]", "shared is not a whole number")]
    [InlineData("[[0,1]]", "redundant_bytes is not the size times 0")]
    public void Lists_of_shared_copies_that_cannot_be_are_refused(string shared, string problem)
    {
        string group = Group.Replace("\"copies\"", $"\"shared\":{shared},\"copies\"", StringComparison.Ordinal);
        Assert.Contains(problem, Fails(Begin, group).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Begin, "schema,version,command,cwd,roots,started")]
    [InlineData(Group, "size,proof,redundant_bytes,copies")]
    [InlineData(
        """{"type":"unique","size":1,"copy":""" + Copy + "}",
        "size,copy,names,links,device,inode,allocated,owner,mode,modified")]
    [InlineData("""{"type":"problem","path":"/a","step":"","reason":"","message":""}""", "path,step,reason,message")]
    [InlineData(
        Summary,
        "complete,files,groups,redundant_files,redundant_bytes,unique,problems,opened,bytes_read,seconds,stages")]
    public void A_missing_field_is_an_error_and_never_guessed(string line, string fields)
    {
        foreach (string field in fields.Split(','))
        {
            string without = line.Replace($"\"{field}\":", "\"other\":", StringComparison.Ordinal);
            string[] lines = line == Begin ? [without] : [Begin, without];
            ReportFormatException failure = Fails(lines);
            Assert.Contains($"lacks the field {field}", failure.Message, StringComparison.Ordinal);
            Assert.Equal(lines.Length, failure.Line);
        }
    }

    [Theory]
    [InlineData("\"size\":1", "\"size\":-2", "size is not a whole number from -1")]
    [InlineData("\"size\":1", "\"size\":1.5", "size is not a whole number")]
    [InlineData("\"size\":1", "\"size\":\"1\"", "size is not a whole number")]
    [InlineData("\"size\":1", "\"size\":2", "redundant_bytes is not the size times 1")]
    [InlineData("\"size\":1", "\"size\":1,\"size\":1", "has the field size twice")]
    [InlineData("\"size\":1", "\"size\":1,\"type\":\"group\"", "has the field type twice")]
    [InlineData("\"proof\":\"bytes\"", "\"proof\":\"crc32\"", "proof is not bytes, xxh3-128, xxh64")]
    [InlineData("\"size\":1", "\"size\":1,\"digest\":\"12\"", "digest is not 32 hex digits")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[]", "names is not a list of at least one name")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[\"\"]", "empty name")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[\"/\\u0000\"]", "name with NUL")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[\"/\\ud800\"]", "half a surrogate pair")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[{}]", "lacks the field base64")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[{\"base64\":\"?\"}]", "not a name in base64")]
    [InlineData("\"names\":[\"/a\"]", "\"names\":[\"/a\",\"/b\"]", "roots is not as long as names")]
    [InlineData("\"links\":1", "\"links\":1,\"followed\":[true,false]", "followed is not as long as names")]
    [InlineData("\"device\":\"1\"", "\"device\":1", "device is not a string")]
    [InlineData("\"device\":\"1\"", "\"device\":\"18446744073709551616\"", "device is not a decimal number")]
    [InlineData("\"mode\":\"0644\"", "\"mode\":\"0648\"", "mode is not four octal digits")]
    [InlineData("]}", "]},", "not valid JSON")]
    [InlineData("]}", "]", "not valid JSON")]
    [InlineData("{\"type\":\"group\"", "{\"type\":7", "has no type")]
    public void Damage_is_named_with_its_line(string sound, string damaged, string expected)
    {
        Assert.Contains(sound, Group, StringComparison.Ordinal);
        ReportFormatException failure = Fails(Begin, Group.Replace(sound, damaged, StringComparison.Ordinal), Summary);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.Equal(2, failure.Line);
    }

    [Theory]
    [InlineData("")]
    [InlineData(Group)]
    [InlineData("[]")]
    public void A_report_begins_with_begin(string first) => Assert.Equal(1, Fails(first, Begin).Line);

    [Fact]
    public void One_copy_is_no_group() => Assert.Contains(
        "at least two",
        Fails(Begin, Group.Replace("," + Copy, "", StringComparison.Ordinal)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Nothing_may_follow_the_summary() => Assert.Equal(4, Fails(Begin, Group, Summary, Group).Line);

    [Fact]
    public void A_later_schema_is_refused() => Assert.Contains(
        "schema 2",
        Fails(Begin.Replace("\"schema\":1", "\"schema\":2", StringComparison.Ordinal)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void An_empty_line_is_an_error() => Assert.Equal(2, Fails(Begin, "", Group).Line);

    [Fact]
    public void A_line_longer_than_allowed_is_an_error()
    {
        string group = Group.Replace("/a", new string('a', 5000), StringComparison.Ordinal);
        byte[] bytes = Encoding.UTF8.GetBytes(Begin + "\n" + group + "\n");
        var options = new ReportReadOptions { LineBytesMax = 4096, BlockBytes = 64 };
        Assert.Contains(
            "longer than 4096",
            Assert.Throws<ReportFormatException>(() => Forms.Read(bytes, options)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Damage_once_found_stays_found()
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(Begin + "\n{\n" + Group + "\n"));
        var reader = ReportReader.Open(stream);
        ReportFormatException first = Assert.Throws<ReportFormatException>(() => reader.Read());
        ReportFormatException second = Assert.Throws<ReportFormatException>(() => reader.Read());
        Assert.Equal(first.Message, second.Message);
        Assert.Throws<InvalidOperationException>(() => reader.Group);
    }

    private static Report OneName(ReportName name, ReportTime modified = default)
    {
        ReportCopy copy = Samples.Copy("x") with { Names = [name], Modified = modified };
        return Samples.Report(Samples.Group(1, copy, copy));
    }

    private static string Write(Report report) =>
        Forms.WriteText(report, new ReportWriteOptions { Format = ReportFormat.Json });

    private static Report Read(params string[] lines) => Forms.Read(
        Encoding.UTF8.GetBytes(string.Join('\n', lines) + "\n"), new ReportReadOptions { Format = ReportFormat.Json });

    private static ReportFormatException Fails(params string[] lines) =>
        Forms.Fails(string.Join('\n', lines) + "\n", ReportFormat.Json);
}
