using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class ForeignReportTests
{
    public static TheoryData<string, ReportFormat, int> All => ForeignSamples.All;

    [Theory, MemberData(nameof(All))]
    public void The_format_is_found_out_and_all_groups_are_read(string sample, ReportFormat format, int groups)
    {
        byte[] bytes = ForeignSamples.Bytes(sample);
        using var stream = new MemoryStream(bytes);
        var reader = ReportReader.Open(stream);
        Assert.Equal(format, reader.Format);
        Assert.Equal(groups, reader.Groups().Count());
        Assert.False(reader.EndedEarly);
    }

    [Theory, MemberData(nameof(All))]
    public void Small_pieces_read_the_same(string sample, ReportFormat format, int groups)
    {
        byte[] bytes = ForeignSamples.Bytes(sample);
        using var stream = new TricklingStream(bytes);
        Report report = ReportReader.ReadAll(stream, new ReportReadOptions { Format = format, BlockBytes = 64 });
        Assert.Equal(groups, report.Groups.Count());
        Assert.Equal(Forms.Show(Forms.Read(bytes)), Forms.Show(report));
    }

    [Theory, MemberData(nameof(All))]
    public void Cut_anywhere_gives_an_error_or_whole_groups_from_the_start(
        string sample, ReportFormat format, int groups)
    {
        byte[] bytes = ForeignSamples.Bytes(sample);
        List<string> all = Walk(bytes, format, out bool whole);
        Assert.True(whole);
        Assert.Equal(groups, all.Count);
        for (int length = 0; length < bytes.Length; length++)
        {
            List<string> read = Walk(bytes[..length], format, out whole);
            Assert.InRange(read.Count, 0, groups);
            // The last group of a list of names needs no end, so names may be missing there.
            int sure = read.Count - (whole && format == ReportFormat.Fdupes && read.Count > 0 ? 1 : 0);
            Assert.Equal(all.Take(sure), read.Take(sure));
            // Only a list of names and the text of fclones may end after any group; the latter then says so.
            bool endsAnywhere = format is ReportFormat.Fdupes or ReportFormat.FclonesText;
            Assert.True(!whole || endsAnywhere || read.Count == groups, $"{length} bytes");
        }
    }

    [Theory, MemberData(nameof(All))]
    public void One_wrong_byte_gives_an_error_or_no_group_too_many(string sample, ReportFormat format, int groups)
    {
        byte[] sound = ForeignSamples.Bytes(sample);
        byte[] others = TestCounts.IsFull
            ? Enumerable.Range(0, 256).Select(value => (byte)value).ToArray()
            : "\0\n\r \"\\/,:{}[]0159abtz\u007f"u8.ToArray();
        for (int at = 0; at < sound.Length; at++)
        {
            // Each value a third of the places, and each place a third of the values.
            IEnumerable<byte> here = others.Where((_, i) => TestCounts.IsFull || (i + at) % 3 == 0);
            foreach (byte other in here.Append((byte)(sound[at] ^ 1)).Append((byte)(sound[at] ^ 0x80)))
            {
                byte[] damaged = (byte[])sound.Clone();
                damaged[at] = other;
                bool nul = format == ReportFormat.Fdupes && sound.Contains((byte)0);
                int read = Walk(damaged, format, out _, nul).Count;
                Assert.True(read <= groups, $"{other} at {at}: {read} groups");
            }
        }
    }

    [Theory]
    [InlineData(ReportFormat.FclonesText)]
    [InlineData(ReportFormat.Jdupes)]
    [InlineData(ReportFormat.Rmlint)]
    public void Formats_of_others_are_not_written(ReportFormat format)
    {
        Assert.False(format.CanWrite());
        ArgumentException failure = Assert.Throws<ArgumentOutOfRangeException>(
            () => Forms.Write(Samples.Documented, new() { Format = format }));
        Assert.Contains("only read", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_format_that_is_written_runs_through_the_round_trips() => Assert.Equal(
        Enum.GetValues<ReportFormat>().Where(format => format.CanWrite()),
        Forms.All.Select(row => row.Data.Item1).Distinct().Order());

    [Theory]
    [InlineData("[x]/a\n[x]/b\n\n")]
    [InlineData("[ {x/a\n[ {x/b\n\n")]
    [InlineData("# Report/a\n# Report/b\n\n")]
    public void A_list_whose_names_look_like_the_start_of_another_form_stays_a_list(string list)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(list));
        Assert.Equal(ReportFormat.Fdupes, ReportReader.Open(stream).Format);
    }

    /// <summary>The groups up to the end or the damage; any other exception fails the test.</summary>
    private static List<string> Walk(byte[] bytes, ReportFormat format, out bool whole, bool? nul = null)
    {
        List<string> groups = [];
        whole = false;
        try
        {
            using var stream = new MemoryStream(bytes);
            var options = new ReportReadOptions { Format = format, BlockBytes = 64, NulAfterNames = nul };
            foreach (ReportGroup group in ReportReader.Open(stream, options).Groups())
            {
                Assert.True(group.Copies.Count >= 2);
                Assert.All(group.Copies.SelectMany(copy => copy.Names), name => Assert.False(name.IsEmpty));
                groups.Add(Forms.Show(group));
            }

            whole = true;
        }
        catch (ReportFormatException)
        {
            // What came before the damage counts.
        }

        return groups;
    }
}
