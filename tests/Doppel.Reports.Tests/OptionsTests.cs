using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class OptionsTests
{
    public static TheoryData<ReportFormat, bool> AllForms => Forms.All;

    [Theory, MemberData(nameof(AllForms))]
    public void The_format_is_found_out_from_the_first_bytes(ReportFormat format, bool nul)
    {
        foreach (Report report in (IEnumerable<Report>)[Samples.Documented, Samples.Nasty()])
        {
            byte[] bytes = Forms.Write(
                Samples.For(format, report), new() { Format = format, NulAfterNames = nul });
            using var stream = new MemoryStream(bytes);
            Assert.Equal(format, ReportReader.Open(stream).Format);
        }
    }

    [Fact]
    public void Empty_input_without_a_named_format_is_an_error() =>
        Assert.Contains("empty", Forms.Fails("").Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(ReportFormat.Json)]
    [InlineData(ReportFormat.Csv)]
    [InlineData(ReportFormat.Fclones)]
    public void Nul_is_allowed_only_with_lists(ReportFormat format) => Assert.Throws<ArgumentException>(
        () => Forms.Write(Samples.Report(), new() { Format = format, NulAfterNames = true }));

    [Fact]
    public void Options_out_of_range_are_refused()
    {
        const ReportFormat none = (ReportFormat)9;
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReportWriteOptions { Format = none }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReportWriteOptions { BlockBytes = 63 }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReportReadOptions { Format = none }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReportReadOptions { BlockBytes = 63 }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReportReadOptions { LineBytesMax = 1023 }.Validate());
    }

    [Theory]
    [InlineData(ReportFormat.Json)]
    [InlineData(ReportFormat.Csv)]
    public void A_report_that_no_reader_could_give_back_is_refused(ReportFormat format)
    {
        ReportCopy good = Samples.Copy("/a");
        foreach (ReportCopy bad in (IEnumerable<ReportCopy>)[
            good with { Names = [] }, good with { Roots = [] }, good with { Followed = [] },
            good with { Mode = 0x1000 }, good with { Modified = new ReportTime(0, -1) }])
        {
            Report report = Samples.Report(Samples.Group(1, bad, good));
            Assert.ThrowsAny<ArgumentException>(() => Forms.Write(report, new() { Format = format }));
        }
    }

    [Fact]
    public void Stream_exceptions_reach_the_caller()
    {
        using var stream = new BrokenStream();
        Assert.Throws<IOException>(() => ReportReader.ReadAll(stream));
        Assert.Throws<IOException>(() => ReportWriter.Write(Samples.Documented, stream, new ReportWriteOptions()));
    }

    [Fact]
    public void The_reader_reports_its_current_item()
    {
        byte[] bytes = Forms.Write(Samples.Documented, new() { Format = ReportFormat.Json });
        using var stream = new MemoryStream(bytes);
        var reader = ReportReader.Open(stream);
        Assert.Equal(ReportItemKind.Start, reader.Kind);
        Assert.Equal("0.1.0", reader.Begin!.Version);
        List<ReportItemKind> kinds = [];
        while (reader.Read())
        {
            kinds.Add(reader.Kind);
            Assert.Null(reader.Summary);
        }

        Assert.Equal(
            [ReportItemKind.Group, ReportItemKind.Group, ReportItemKind.Unique, ReportItemKind.Problem], kinds);
        Assert.Equal(6, reader.Summary!.Files);
        Assert.Equal(ReportItemKind.End, reader.Kind);
        Assert.False(reader.Read());
        Assert.Throws<InvalidOperationException>(() => reader.Problem);
        Assert.Throws<InvalidOperationException>(() => reader.Unique);
    }

    private sealed class BrokenStream : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int count) => throw new IOException("broken");

        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("broken");
    }
}
