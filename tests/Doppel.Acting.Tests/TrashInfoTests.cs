using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>The information about a file in the trash is recognized, also by what a power cut has left of it.</summary>
public sealed class TrashInfoTests
{
    private static readonly string[] s_parts = ["a", "b", "ab", "a b", "a\nb", "ä%", "\u00FF", "Path=a"];

    // An info file is written before it is flushed: a disk may have its beginning, zeros in place of the rest, or both.
    [Fact]
    public void Any_rest_of_an_info_file_belongs_to_the_names_that_the_whole_file_may_have_had()
    {
        for (int i = 0; i < TestRun.Count(300, 10_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            ReportName name = NameOf(random);
            ReportName written = random.Next(2) == 0 ? name : NameOf(random);
            ReportName[] tops = TopsOf(written);
            byte[] info = TrashInfo.Make(written, tops[random.Next(tops.Length)], DateTimeOffset.UnixEpoch);
            byte[][] possible =
                [.. TopsOf(name).Select(top => TrashInfo.Make(name, top, DateTimeOffset.UnixEpoch))];
            for (int length = 0; length <= info.Length; length++)
            {
                byte[] rest = info[..length];
                bool expected = possible.Any(whole => whole.AsSpan().StartsWith(rest));
                Assert.True(expected || written != name, $"seed {seed}");
                Assert.True(TrashInfo.IsOf(rest, name) == expected, $"seed {seed}, {length} bytes of {written}");
                byte[] zeros = [.. rest, .. new byte[info.Length - length]];
                Assert.True(TrashInfo.IsOf(zeros, name) == expected, $"seed {seed}, {length} bytes, then zeros");
            }
        }
    }

    [Theory]
    [InlineData("Path=/a/b\n")]
    [InlineData("[Trash Info]\nDeletionDate=2001-01-01T00:00:00\n")]
    [InlineData("[Other]\n")]
    public void A_file_of_another_form_belongs_to_no_name(string content) =>
        Assert.False(TrashInfo.IsOf(System.Text.Encoding.ASCII.GetBytes(content), new ReportName("/a/b")));

    private static ReportName NameOf(Random random) =>
        new("/" + string.Join('/', random.GetItems(s_parts, random.Next(1, 4))));

    // No folder stands for an absolute path.
    private static ReportName[] TopsOf(ReportName name)
    {
        byte[] bytes = name.Bytes.ToArray();
        return
        [
            default,
            .. Enumerable.Range(0, bytes.Length).Where(i => bytes[i] == (byte)'/')
                .Select(i => new ReportName(bytes.AsMemory(0, Math.Max(1, i)))),
        ];
    }
}
