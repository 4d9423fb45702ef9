using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class TruncationTests
{
    public static TheoryData<ReportFormat, bool> AllForms => Forms.All;

    [Theory, MemberData(nameof(AllForms))]
    public void Cut_anywhere_gives_an_error_or_whole_items_from_the_start(ReportFormat format, bool nul)
    {
        Report report = Samples.For(format, Samples.Documented);
        byte[] bytes = Forms.Write(report, new ReportWriteOptions { Format = format, NulAfterNames = nul });
        List<string> all = Items(bytes, format, nul, out bool whole);
        Assert.True(whole);
        for (int length = 0; length < bytes.Length; length++)
        {
            List<string> part = Items(bytes[..length], format, nul, out whole);
            Assert.InRange(part.Count, 0, all.Count);
            // The last group of a list of names needs no end, so names may be missing there.
            int sure = part.Count - (whole && format == ReportFormat.Fdupes && part.Count > 0 ? 1 : 0);
            Assert.Equal(all.Take(sure), part.Take(sure));
        }
    }

    [Theory]
    [InlineData(ReportFormat.Json)]
    [InlineData(ReportFormat.Text)]
    public void A_report_without_its_totals_is_known_to_have_ended_early(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.Documented, new ReportWriteOptions { Format = format });
        int lastLine = bytes.AsSpan(0, bytes.Length - 1).LastIndexOf((byte)'\n') + 1;
        ReportReader reader = OpenAndWalk(bytes[..lastLine], format);
        Assert.True(reader.EndedEarly);
        Assert.Null(reader.Summary);

        reader = OpenAndWalk(bytes, format);
        Assert.False(reader.EndedEarly);
        Assert.NotNull(reader.Summary);
    }

    [Fact]
    public void Totals_of_a_report_that_ended_early_are_counted_and_not_complete()
    {
        byte[] bytes = Forms.Write(Samples.Documented, new ReportWriteOptions { Format = ReportFormat.Json });
        int secondLine = bytes.AsSpan().IndexOf((byte)'\n') + 1;
        int thirdLine = bytes.AsSpan(secondLine).IndexOf((byte)'\n') + secondLine + 1;
        ReportSummary summary = Forms.Read(bytes[..thirdLine]).Summary;
        Assert.False(summary.Complete);
        Assert.Equal(1, summary.Groups);
        Assert.Equal(2_123_456, summary.RedundantBytes);
    }

    [Fact]
    public void Json_without_its_last_line_end_is_whole()
    {
        byte[] bytes = Forms.Write(Samples.Documented, new ReportWriteOptions { Format = ReportFormat.Json });
        Assert.NotNull(OpenAndWalk(bytes[..^1], ReportFormat.Json).Summary);
    }

    [Theory, MemberData(nameof(AllForms))]
    public void A_group_that_is_cut_is_an_error(ReportFormat format, bool nul)
    {
        Report report = Samples.Report(Samples.Group(3, Samples.Copy("/x1"), Samples.Copy("/x2")));
        byte[] bytes = Forms.Write(
            Samples.For(format, report), new ReportWriteOptions { Format = format, NulAfterNames = nul });
        int group = bytes.AsSpan().IndexOf("/x1"u8) + 1;
        int end = bytes.AsSpan().IndexOf("/x2"u8) + 3;
        for (int length = group; length < end; length++)
        {
            var options = new ReportReadOptions { Format = format, NulAfterNames = nul };
            Assert.Throws<ReportFormatException>(() => Forms.Read(bytes[..length], options));
        }
    }

    private static ReportReader OpenAndWalk(byte[] bytes, ReportFormat format)
    {
        using var stream = new MemoryStream(bytes);
        var reader = ReportReader.Open(stream, new ReportReadOptions { Format = format });
        while (reader.Read())
        {
        }

        return reader;
    }

    private static List<string> Items(byte[] bytes, ReportFormat format, bool nul, out bool whole)
    {
        List<string> items = [];
        whole = false;
        try
        {
            using var stream = new MemoryStream(bytes);
            var reader = ReportReader.Open(stream, new ReportReadOptions { Format = format, NulAfterNames = nul });
            while (reader.Read())
            {
                items.Add(reader.Kind switch
                {
                    ReportItemKind.Group => Forms.Show(reader.Group),
                    ReportItemKind.Unique => Forms.Show(reader.Unique),
                    _ => reader.Problem.ToString(),
                });
            }

            whole = true;
        }
        catch (ReportFormatException)
        {
            // What came before the damage counts.
        }

        return items;
    }
}
