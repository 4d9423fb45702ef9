using System.Collections;
using Doppel.Hashing;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class StreamingTests
{
    public static TheoryData<ReportFormat, bool> AllForms => Forms.All;

    [Theory, MemberData(nameof(AllForms))]
    public void Groups_are_enumerated_once_and_written_as_they_arrive(ReportFormat format, bool nul)
    {
        using var stream = new MemoryStream();
        var groups = new WatchedGroups(2_000, () => stream.Length);
        Report report = Samples.Report() with { Groups = groups };
        ReportWriter.Write(
            report, stream, new ReportWriteOptions { Format = format, NulAfterNames = nul, BlockBytes = 1024 });
        Assert.Equal(1, groups.Walks);
        Assert.True(
            groups.WrittenBeforeLast > stream.Length * 9 / 10, $"{groups.WrittenBeforeLast} of {stream.Length}");
    }

    [Theory, MemberData(nameof(AllForms))]
    public void Writing_allocates_nothing_for_each_name(ReportFormat format, bool nul)
    {
        var groups = new WatchedGroups(1, () => 0) { Names = 10_000 };
        ReportGroup[] ready = [.. groups];
        var options = new ReportWriteOptions
        {
            Format = format,
            NulAfterNames = nul,
            RootLabels = [new(".")],
        };
        Report report = Samples.Report() with { Groups = ready, Summary = Samples.Summary(ready) };
        ReportWriter.Write(report, Stream.Null, options);
        long before = GC.GetAllocatedBytesForCurrentThread();
        ReportWriteResult result = ReportWriter.Write(report, Stream.Null, options);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal(10_000, result.Names);
        // The block, and room for what the runtime counts in chunks: 3 bytes for each name at most.
        Assert.True(allocated < (64 + 32) * 1024, $"{allocated} bytes");
    }

    [Theory, MemberData(nameof(AllForms))]
    public void Reading_allocates_little_for_each_name(ReportFormat format, bool nul)
    {
        ReportGroup[] groups = [.. new WatchedGroups(5_000, () => 0)];
        Report report = Samples.Report() with { Groups = groups, Summary = Samples.Summary(groups) };
        byte[] bytes = Forms.Write(report, new ReportWriteOptions { Format = format, NulAfterNames = nul });
        long names = Walk(bytes, format);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Walk(bytes, format);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal(10_000, names);

        // Its bytes, its copy with two lists, and its share of the group.
        Assert.True(allocated / names < 300, $"{allocated / names} bytes a name");
    }

    [Theory, MemberData(nameof(AllForms))]
    public void A_group_can_be_had_before_the_report_ends(ReportFormat format, bool nul)
    {
        ReportGroup[] groups = [.. new WatchedGroups(2_000, () => 0)];
        byte[] bytes = Forms.Write(
            Samples.Report() with { Groups = groups }, new ReportWriteOptions { Format = format, NulAfterNames = nul });
        using var stream = new MemoryStream(bytes);
        var reader = ReportReader.Open(
            stream, new ReportReadOptions { Format = format, NulAfterNames = nul, BlockBytes = 1024 });
        Assert.True(reader.Read());
        Assert.Equal(ReportItemKind.Group, reader.Kind);
        // A page starts with its style.
        int head = format == ReportFormat.Html ? 4096 : 0;
        Assert.True(stream.Position < 4096 + head, $"{stream.Position} bytes read for the first group");
    }

    private static long Walk(byte[] bytes, ReportFormat format)
    {
        long names = 0;
        using var stream = new MemoryStream(bytes);
        var reader = ReportReader.Open(stream, new ReportReadOptions { Format = format });
        while (reader.Read())
        {
            names += reader.Group.Copies.Sum(c => c.Names.Count);
        }

        return names;
    }

    /// <summary>Makes groups on demand and notes how they are asked for.</summary>
    private sealed class WatchedGroups(int count, Func<long> written) : IEnumerable<ReportGroup>
    {
        public int Names { get; init; } = 2;

        public int Walks { get; private set; }

        public long WrittenBeforeLast { get; private set; }

        public IEnumerator<ReportGroup> GetEnumerator()
        {
            Walks++;
            for (int i = 0; i < count; i++)
            {
                WrittenBeforeLast = written();
                ReportCopy[] copies = Enumerable.Range(0, Names).Select(n => Samples.Copy($"/r/{i}/{n}/é")).ToArray();
                yield return Samples.Group(100, copies) with { Digest = new Digest128(3, 4) };
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
