using System.Globalization;
using System.Numerics;
using System.Text;
using Doppel.Hashing;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class TextTests
{
    private static readonly TimeZoneInfo s_two =
        TimeZoneInfo.CreateCustomTimeZone("two", TimeSpan.FromHours(2), "two", "two");

    [Theory]
    [InlineData(0, "2 copies of 0 B, 0 B redundant, bytes")]
    [InlineData(1023, "2 copies of 1,023 B, 1,023 B redundant, bytes")]
    [InlineData(1024, "2 copies of 1,024 B (1.0 KiB), 1,024 B (1.0 KiB) redundant, bytes")]
    [InlineData(1_048_524, "2 copies of 1,048,524 B (1023.9 KiB), 1,048,524 B (1023.9 KiB) redundant, bytes")]
    [InlineData(1_048_575, "2 copies of 1,048,575 B (1.0 MiB), 1,048,575 B (1.0 MiB) redundant, bytes")]
    [InlineData(1_610_612_736, "2 copies of 1,610,612,736 B (1.5 GiB), 1,610,612,736 B (1.5 GiB) redundant, bytes")]
    [InlineData(
        long.MaxValue,
        "2 copies of 9,223,372,036,854,775,807 B (8.0 EiB), 9,223,372,036,854,775,807 B (8.0 EiB) redundant, bytes")]
    public void Sizes_are_exact_and_rounded(long size, string expected) =>
        Assert.StartsWith(expected + "\n", Write(Pair(size)), StringComparison.Ordinal);

    [Fact]
    public void Sizes_around_every_power_are_written_as_exact_numbers_are()
    {
        string[] units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        IEnumerable<BigInteger> powers = Enumerable.Range(1, 18).Select(digits => BigInteger.Pow(10, digits))
            .Concat(Enumerable.Range(1, 62).Select(bits => BigInteger.Pow(2, bits)))
            .Concat(Enumerable.Range(1, 6).Select(unit => (BigInteger.Pow(1024, unit + 1) * 2047) >> 11));
        foreach (BigInteger power in powers)
        {
            for (int i = -2; i <= 2; i++)
            {
                long size = (long)BigInteger.Min(power + i, long.MaxValue);
                string text = Write(Pair(size));
                Assert.StartsWith($"2 copies of {Exact(size)}, ", text, StringComparison.Ordinal);
            }
        }

        string Exact(long size)
        {
            string bytes = size.ToString("N0", CultureInfo.InvariantCulture) + " B";
            BigInteger scale = 1024;
            foreach (string unit in size < 1024 ? [] : units)
            {
                BigInteger tenths = ((2 * (BigInteger)size * 10) + scale) / (2 * scale);
                if (tenths < 10_240 || unit == units[^1])
                {
                    return $"{bytes} ({tenths / 10}.{tenths % 10} {unit})";
                }

                scale *= 1024;
            }

            return bytes;
        }
    }

    [Theory]
    [InlineData(0L, 0L, "       0 B  1970-01-01 02:00  ")]
    [InlineData(1023L, -1L, "    1023 B  1970-01-01 01:59  ")]
    [InlineData(1_048_524L, 1_700_000_000L, "1023.9 KiB  2023-11-15 00:13  ")]
    [InlineData(long.MaxValue, 253_402_300_799L, "   8.0 EiB  -                 ")]
    [InlineData(1L, long.MinValue, "       1 B  -                 ")]
    public void Details_precede_each_name_and_are_ignored_when_read(long size, long seconds, string expected)
    {
        ReportGroup pair = Pair(size);
        ReportGroup dated = pair with
        {
            Copies = [.. pair.Copies.Select(copy => copy with { Modified = new ReportTime(seconds, 0) })],
        };
        string plain = Write(dated);
        string text = Encoding.UTF8.GetString(Forms.Write(
            Samples.Report(dated), new ReportWriteOptions { DetailsZone = s_two }));
        string[] names = [.. plain.Split('\n').Where(static line => line.StartsWith("    ", StringComparison.Ordinal))];
        Assert.Equal("          Size  Modified          Name", text.Split('\n')[0]);
        Assert.Equal(
            names.Select(line => "    " + expected + line[4..]),
            text.Split('\n').Skip(2).Take(names.Length));
        ReportGroup read = Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(text)).Groups);
        Assert.Equal(
            dated.Copies.SelectMany(static copy => copy.Names), read.Copies.SelectMany(static copy => copy.Names));
    }

    [Fact]
    public void A_name_that_looks_like_details_is_a_name_without_the_heading()
    {
        byte[] text = Encoding.UTF8.GetBytes(
            "2 copies of 1 B, 1 B redundant, bytes\n           1 B  2024-01-01 00:00  a\n    b\n\n"
            + "Total: 1 group, 1 redundant file, 1 B redundant\n");
        ReportGroup read = Assert.Single(Forms.Read(text).Groups);
        Assert.Equal("       1 B  2024-01-01 00:00  a", read.Copies[0].Names[0].ToString());
        byte[] headed = [.. "          Size  Modified          Name\n"u8, .. text];
        ReportFormatException wrong = Assert.Throws<ReportFormatException>(() => Forms.Read(headed));
        Assert.Contains("has no size and modification time before the name", wrong.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Totals_alone_are_those_of_the_whole_report()
    {
        string whole = Write(Pair(5));
        byte[] totals = Forms.Write(Samples.Report(Pair(5)), new ReportWriteOptions { TotalsOnly = true });
        Assert.Equal(whole.TrimEnd('\n').Split('\n')[^1] + "\n", Encoding.UTF8.GetString(totals));
        Assert.Throws<ArgumentException>(
            () => new ReportWriteOptions { TotalsOnly = true, Format = ReportFormat.Json }.Validate());
        Assert.Throws<ArgumentException>(
            () => new ReportWriteOptions { DetailsZone = s_two, NulAfterNames = true }.Validate());
    }

    [Fact]
    public void The_proof_and_the_digest_are_distinguished()
    {
        Digest128 digest = new(1, 2);
        const string hex = "00000000000000010000000000000002";
        Check(Proof.Bytes, null, "bytes");
        Check(Proof.Bytes, digest, "bytes, xxh3-128 " + hex);
        Check(Proof.Digest, null, "xxh3-128");
        Check(Proof.Digest, digest, "xxh3-128 " + hex);
        Check(Proof.Unstated, null, "unstated");
        Check(Proof.Unstated, digest, "unstated, xxh3-128 " + hex);

        static void Check(Proof proof, Digest128? digest, string expected)
        {
            ReportGroup group = Pair(1) with { Proof = proof, Digest = digest };
            string text = Write(group);
            Assert.StartsWith($"2 copies of 1 B, 1 B redundant, {expected}\n", text, StringComparison.Ordinal);
            ReportGroup read = Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(text)).Groups);
            Assert.Equal((proof, digest), (read.Proof, read.Digest));
        }
    }

    [Fact]
    public void A_group_of_a_list_without_sizes_can_be_written_too()
    {
        string text = Write(Pair(1) with { Size = -1, RedundantBytes = 0, Proof = Proof.Unstated });
        Assert.StartsWith("2 copies of unknown size, unstated\n", text, StringComparison.Ordinal);
        Assert.Equal(-1, Assert.Single(Forms.Read(Encoding.UTF8.GetBytes(text)).Groups).Size);
    }

    [Fact]
    public void No_duplicates_and_an_interrupted_search_are_said()
    {
        Assert.Equal("Total: no duplicates\n", Forms.WriteText(Samples.Report(), new()));
        Report cut = Samples.Report(Pair(5)) with { Summary = Samples.Summary([Pair(5)], complete: false) };
        Assert.EndsWith("\n\nTotal so far: 1 group, 1 redundant file, 5 B redundant\n", Forms.WriteText(cut, new()));
    }

    [Theory]
    [InlineData(0, 32, "no new duplicates (32 groups known)")]
    [InlineData(0, 1, "no new duplicates (1 group known)")]
    [InlineData(1, 0, "1 new group (0 known), 1 redundant file, 5 B redundant")]
    [InlineData(2, 1234, "2 new groups (1,234 known), 2 redundant files, 10 B redundant")]
    public void Groups_that_are_left_out_as_known_are_counted_and_read_back(int groups, long known, string total)
    {
        ReportGroup[] all = [.. Enumerable.Repeat(Pair(5), groups)];
        Report report = Samples.Report(all) with { Summary = Samples.Summary(all) with { KnownGroups = known } };
        string text = Forms.WriteText(report, new());
        Assert.EndsWith($"Total: {total}\n", text, StringComparison.Ordinal);
        Assert.Equal(known, Forms.Read(Encoding.UTF8.GetBytes(text)).Summary.KnownGroups);
        byte[] json = Forms.Write(report, new ReportWriteOptions { Format = ReportFormat.Json });
        Assert.Equal(known, Forms.Read(json).Summary.KnownGroups);
    }

    [Fact]
    public void A_name_with_a_line_break_is_quoted_and_counted_and_read_back()
    {
        ReportCopy[] copies =
        [
            Samples.Copy("/r/a\nb"), Samples.Copy("/r/c", "/r/d\r"), Samples.Copy("$'e'"), Samples.Copy(@"/r/\'$'"),
            Samples.Copy("/r/it's \\\n"),
        ];
        Report report = Samples.Report(Samples.Group(10, copies)) with
        {
            Uniques = [new ReportUnique(3, Samples.Copy("/r/\n"))],
        };
        report = report with { Summary = Samples.Summary([.. report.Groups]) with { Unique = 1 } };
        byte[] bytes = Forms.Write(report, new(), out ReportWriteResult result);
        Assert.Equal(
            """
            5 copies of 10 B, 40 B redundant, bytes
                $'/r/a\nb'
                /r/c
              = $'/r/d\r'
                $'$\'e\''
                /r/\'$'
                $'/r/it\'s \\\n'

            Unique files:
                $'/r/\n'

            Total: 1 group, 4 redundant files, 40 B redundant, 1 unique file

            """,
            Encoding.UTF8.GetString(bytes));
        Assert.Equal((1, 7, 0), (result.Groups, result.Names, result.NamesLeftOut));
        Assert.Empty(result.Problems);
        ReportReader reader = ReportReader.Open(new MemoryStream(bytes));
        Assert.True(reader.Read());
        Assert.Equal(copies.SelectMany(copy => copy.Names), reader.Group.Copies.SelectMany(copy => copy.Names));
        Assert.True(reader.Read());
        Assert.Equal("/r/\n", reader.Unique.Copy.Names[0].ToString());
    }

    [Theory]
    [InlineData("$'a")]
    [InlineData("$'")]
    [InlineData("$'a'b")]
    [InlineData(@"$'a\'")]
    [InlineData(@"$'a\tb'")]
    [InlineData(@"$'a\")]
    [InlineData("$''")]
    public void A_quoted_name_that_is_damaged_is_an_error_with_its_line(string name) => Forms.Fails(
        $"2 copies of 1 B, 1 B redundant, bytes\n    /a\n    {name}\n\nTotal: 1 group\n", ReportFormat.Text);

    [Fact]
    public void Problems_of_names_are_bounded_and_counted_on()
    {
        ReportCopy[] copies = Enumerable.Repeat(Samples.Copy("/\n"), 12_000).ToArray();
        Forms.Write(
            Samples.Report(Samples.Group(0, copies)), new() { Format = ReportFormat.Fdupes },
            out ReportWriteResult result);
        Assert.Equal(ReportWriteResult.ProblemsMax, result.Problems.Count);
        Assert.Equal(12_000, result.NamesLeftOut);
    }

    [Theory]
    [InlineData("/r/a\nb", @"/r/a\nb")]
    [InlineData("/r/\r\t\u001b[31m\u007f", @"/r/\r\t\x1B[31m\x7F")]
    [InlineData(@"/r/a\nb", @"/r/a\\nb")]
    [InlineData("/r/\u202Egpj.exe", @"/r/\u{202E}gpj.exe")]
    [InlineData(
        "/r/\u2066\u2069\u200E\u200F\u061C\u200B\uFEFF\u0085",
        @"/r/\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}\u{200B}\u{FEFF}\u{85}")]
    [InlineData("/r/é😀日本", "/r/é😀日本")]
    public void On_a_terminal_nothing_in_a_name_fools_a_person(string name, string expected)
    {
        string text = Forms.WriteText(
            Samples.Report(Samples.Group(1, Samples.Copy(name), Samples.Copy("/r/b"))), new() { EscapeNames = true });
        Assert.Contains($"\n    {expected}\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void On_a_terminal_invalid_bytes_are_shown_one_by_one()
    {
        byte[] name = [(byte)'/', 0xFF, 0xED, 0xA0, 0xBD, (byte)'z'];
        ReportCopy copy = Samples.Copy("x") with { Names = [new(name)] };
        string text = Forms.WriteText(Samples.Report(Samples.Group(1, copy, copy)), new() { EscapeNames = true });
        Assert.Contains(@"    /\xFF\xED\xA0\xBDz" + "\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/r", ".", "/r/a", "./a")]
    [InlineData("/r", "../r/", "/r/a/b", "../r/a/b")]
    [InlineData("/r", "x", "/rest/a", "/rest/a")]
    [InlineData("/r/file", "file", "/r/file", "file")]
    [InlineData("/", "/", "/a/b", "/a/b")]
    [InlineData("/", "../..", "/a", "../../a")]
    [InlineData("/r", "", "/r/a", "/r/a")]
    [InlineData("/r", " ", "/r/ a", " / a")]
    public void Names_begin_with_the_root_as_it_was_typed(string root, string label, string name, string expected)
    {
        ReportCopy other = Samples.Copy("/other") with { Roots = [-1] };
        Report report = Samples.Report(Samples.Group(1, Samples.Copy(name), other)) with
        {
            Begin = Samples.Begin(root),
        };
        ReportWriteOptions options = new() { RootLabels = [new(label)] };
        Assert.Contains($"\n    {expected}\n    /other\n", Forms.WriteText(report, options), StringComparison.Ordinal);
        options = options with { Format = ReportFormat.Fdupes };
        Assert.Equal($"{expected}\n/other\n\n", Forms.WriteText(report, options));
    }

    [Fact]
    public void Companions_begin_with_the_root_of_the_name_beside_them()
    {
        ReportCopy copy = Samples.Copy("/x/a.jpg", "/y/b.jpg") with
        {
            Roots = [0, 1],
            Companions = [new("/x/a.xmp"), new("/y/b.xmp")],
        };
        Report report = Samples.Report(Samples.Group(1, copy, Samples.Copy("/x/c.jpg"))) with
        {
            Begin = Samples.Begin("/x", "/y"),
        };
        Assert.Contains(
            "\n    one/a.jpg\n  = two/b.jpg\n  + one/a.xmp\n  + two/b.xmp\n    one/c.jpg\n",
            Forms.WriteText(report, new() { RootLabels = [new("one"), new("two")] }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_label_with_a_line_break_is_quoted_with_its_names()
    {
        string text = Forms.WriteText(Samples.Report(Pair(1)), new() { RootLabels = [new("a\nb")] });
        Assert.Contains("\n    $'a\\nb/a'\n    $'a\\nb/b'\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Color_marks_head_lines_and_the_total_only() => Assert.Equal(
        "\e[1m2 copies of 1 B, 1 B redundant, bytes\e[0m\n    /r/a\n    /r/b\n\n"
        + "\e[1mTotal: 1 group, 1 redundant file, 1 B redundant\e[0m\n",
        Forms.WriteText(Samples.Report(Pair(1)), new() { Color = true }));

    [Theory]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n    /a\n\n", 3, "2")]
    [InlineData("2 copies of 1 B, 2 B redundant, bytes\n    /a\n    /b\n\n", 1, "valid line")]
    [InlineData(
        "2 copies of 1024 B (1.0 KiB), 1,024 B (1.0 KiB) redundant, bytes\n    /a\n    /b\n\n", 1, "valid line")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes \n    /a\n    /b\n\n", 1, "valid line")]
    [InlineData("1 copies of 1 B, 0 B redundant, bytes\n    /a\n\n", 1, "valid line")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n  = /a\n    /b\n\n", 2, "neither")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n    /a\n   /b\n\n", 3, "neither")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n    /a\n    \n\n", 3, "empty name")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n    /a\r\n    /b\r\n\r\n", 2, "carriage return")]
    [InlineData("2 copies of 1 B, 1 B redundant, bytes\n    /a\n    /b\nTotal: no duplicates\n", 4, "neither")]
    [InlineData("Unique files:\n\nTotal: no duplicates\n", 2, "no name")]
    [InlineData("Unique files:\n    /a\n  /b\n", 3, "neither")]
    [InlineData("Unique files:\n    /a\n\nUnique files:\n    /b\n\n", 4, "between")]
    [InlineData("Total: no duplicates\n\n", 2, "behind the total")]
    [InlineData("Total: 2 group, 1 redundant file, 1 B redundant\n", 1, "valid total")]
    [InlineData("Totals\n", 1, "valid total")]
    [InlineData("hello\n", 1, "valid line")]
    public void Any_line_that_does_not_belong_is_an_error(string text, long line, string expected)
    {
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Text);
        Assert.Equal(line, failure.Line);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    private static ReportGroup Pair(long size) => Samples.Group(size, Samples.Copy("/r/a"), Samples.Copy("/r/b"));

    private static string Write(ReportGroup group) => Forms.WriteText(Samples.Report(group), new());
}
