using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class RoundTripTests
{
    public static TheoryData<ReportFormat, bool> AllForms => Forms.All;

    [Theory, MemberData(nameof(AllForms))]
    public void Nasty_names_round_trip_exactly(ReportFormat format, bool nul) =>
        Check(Samples.Nasty(), format, nul, "nasty");

    [Theory, MemberData(nameof(AllForms))]
    public void The_documented_report_round_trips(ReportFormat format, bool nul) =>
        Check(Samples.Documented, format, nul, "documented");

    [Theory, MemberData(nameof(AllForms))]
    public void An_empty_report_round_trips(ReportFormat format, bool nul) =>
        Check(Samples.Report(), format, nul, "empty");

    [Theory, MemberData(nameof(AllForms))]
    public void Random_reports_round_trip(ReportFormat format, bool nul)
    {
        for (int seed = 1; seed <= TestCounts.Of(150, 20_000); seed++)
        {
            Check(new RandomReports(seed).Next(), format, nul, $"seed {seed}");
        }
    }

    [Fact]
    public void Sizes_and_times_beside_the_names_change_nothing_that_is_read()
    {
        for (int seed = 1; seed <= TestCounts.Of(150, 20_000); seed++)
        {
            Report report = Samples.For(ReportFormat.Text, new RandomReports(seed).Next());
            var options = new ReportReadOptions { Format = ReportFormat.Text };
            byte[] plain = Forms.Write(report, new ReportWriteOptions());
            byte[] detailed = Forms.Write(report, new ReportWriteOptions { DetailsZone = TimeZoneInfo.Utc });
            Assert.True(
                Forms.Show(Forms.Read(plain, options)) == Forms.Show(Forms.Read(detailed, options)), $"seed {seed}");
        }
    }

    [Theory, MemberData(nameof(AllForms))]
    public void A_report_read_and_written_again_has_the_same_bytes(ReportFormat format, bool nul)
    {
        for (int seed = 1; seed <= TestCounts.Of(50, 5_000); seed++)
        {
            var options = new ReportWriteOptions { Format = format, NulAfterNames = nul };
            byte[] first = Forms.Write(Samples.For(format, new RandomReports(seed).Next()), options);
            Report read = Forms.Read(first, new ReportReadOptions { Format = format, NulAfterNames = nul });
            byte[] second = Forms.Write(read, options);
            Assert.True(first.AsSpan().SequenceEqual(second), $"seed {seed}");
        }
    }

    [Theory]
    [InlineData(ReportFormat.Json)]
    [InlineData(ReportFormat.Csv)]
    [InlineData(ReportFormat.Fclones)]
    [InlineData(ReportFormat.Html)]
    public void Escaping_for_a_terminal_loses_nothing_in_data_formats(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.Nasty(), new ReportWriteOptions { Format = format, EscapeNames = true });
        string expected = Forms.Show(Forms.Carried(Samples.Nasty(), format, nul: false));
        Assert.Equal(expected, Forms.Show(Forms.Read(bytes)));
    }

    [Theory, MemberData(nameof(AllForms))]
    public void A_stream_that_gives_a_byte_at_a_time_reads_the_same(ReportFormat format, bool nul)
    {
        Report report = Samples.For(format, Samples.Documented);
        byte[] bytes = Forms.Write(report, new ReportWriteOptions { Format = format, NulAfterNames = nul });
        using var slow = new TricklingStream(bytes);
        Report read = ReportReader.ReadAll(slow, new ReportReadOptions { BlockBytes = 64 });
        Assert.Equal(Forms.Show(Forms.Carried(report, format, nul)), Forms.Show(read));
    }

    private static void Check(Report report, ReportFormat format, bool nul, string what)
    {
        report = Samples.For(format, report);
        string expected = Forms.Show(Forms.Carried(report, format, nul));
        foreach (int blockBytes in (int[])[64, 65_536])
        {
            byte[] bytes = Forms.Write(
                report, new ReportWriteOptions { Format = format, NulAfterNames = nul, BlockBytes = blockBytes });
            Report read = Forms.Read(
                bytes, new ReportReadOptions { Format = format, NulAfterNames = nul, BlockBytes = blockBytes });
            string actual = Forms.Show(read);
            Assert.True(expected == actual, $"{format} {what}, blocks of {blockBytes}:\n{expected}\n---\n{actual}");
        }
    }
}
