using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class FuzzTests
{
    /// <summary>What the formats are made of, so that noise gets past the first byte.</summary>
    private static readonly byte[] s_marks = "{}[]\":,\\\n\r\0 =-a1"u8.ToArray();

    public static TheoryData<ReportFormat, bool> AllForms => Forms.All;

    public static TheoryData<string, ReportFormat, int> ForeignForms => ForeignSamples.All;

    [Theory, MemberData(nameof(AllForms))]
    public void Damaged_reports_give_a_format_error_or_sound_groups(ReportFormat format, bool nul)
    {
        byte[] sound = Forms.Write(
            Samples.For(format, Samples.Documented), new ReportWriteOptions { Format = format, NulAfterNames = nul });
        for (int seed = 1; seed <= TestCounts.Of(5_000, 500_000); seed++)
        {
            byte[] damaged = Damage(sound, new Random(seed));
            Walk(damaged, new ReportReadOptions { Format = format, NulAfterNames = nul, BlockBytes = 64 }, seed);
            Walk(damaged, new ReportReadOptions(), seed);
        }
    }

    [Theory, MemberData(nameof(ForeignForms))]
    public void Damaged_reports_of_others_give_a_format_error_or_sound_groups(
        string sample, ReportFormat format, int groups)
    {
        byte[] sound = ForeignSamples.Bytes(sample);
        Assert.Equal(groups, Forms.Read(sound).Groups.Count());
        for (int seed = 1; seed <= TestCounts.Of(2_000, 200_000); seed++)
        {
            byte[] damaged = Damage(sound, new Random(seed));
            Walk(damaged, new ReportReadOptions { Format = format, BlockBytes = 64 }, seed);
            Walk(damaged, new ReportReadOptions(), seed);
        }
    }

    [Theory]
    [InlineData(ReportFormat.FclonesText)]
    [InlineData(ReportFormat.Jdupes)]
    [InlineData(ReportFormat.Rmlint)]
    public void Noise_is_no_report_of_others(ReportFormat format) => Noise_gives_a_format_error_or_sound_groups(
        format, nul: false);

    [Theory, MemberData(nameof(AllForms))]
    public void Noise_gives_a_format_error_or_sound_groups(ReportFormat format, bool nul)
    {
        for (int seed = 1; seed <= TestCounts.Of(2_000, 200_000); seed++)
        {
            var random = new Random(seed);
            byte[] noise = new byte[random.Next(0, 200)];
            for (int i = 0; i < noise.Length; i++)
            {
                noise[i] = random.Next(3) == 0 ? (byte)random.Next(256) : s_marks[random.Next(s_marks.Length)];
            }

            Walk(noise, new ReportReadOptions { Format = format, NulAfterNames = nul, BlockBytes = 64 }, seed);
        }
    }

    [Theory]
    [InlineData("[", ReportFormat.Json)]
    [InlineData("{\"type\":", ReportFormat.Json)]
    [InlineData("{\"a\":", ReportFormat.Fclones)]
    [InlineData("{\"header\":{\"x\":[", ReportFormat.Fclones)]
    public void Deep_nesting_is_refused(string piece, ReportFormat format)
    {
        string deep = string.Concat(Enumerable.Repeat(piece, 100_000));
        Forms.Fails(deep, format);
        Forms.Fails("{\"type\":\"later\",\"x\":" + deep, ReportFormat.Json);
    }

    private static byte[] Damage(byte[] sound, Random random)
    {
        List<byte> bytes = [.. sound];
        for (int i = random.Next(1, 4); i > 0; i--)
        {
            int at = random.Next(bytes.Count);
            int length = Math.Min(random.Next(1, 20), bytes.Count - at);
            switch (random.Next(5))
            {
                case 0:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 2:
                    bytes.RemoveRange(at, Math.Min(length, bytes.Count - 1));
                    break;
                case 3:
                    bytes.InsertRange(at, bytes.GetRange(random.Next(bytes.Count - length + 1), length));
                    break;
                default:
                    bytes.Insert(at, s_marks[random.Next(s_marks.Length)]);
                    break;
            }
        }

        return bytes.ToArray();
    }

    private static void Walk(byte[] bytes, ReportReadOptions options, int seed)
    {
        try
        {
            using var stream = new MemoryStream(bytes);
            var reader = ReportReader.Open(stream, options);
            foreach (ReportGroup group in reader.Groups())
            {
                Assert.True(group.Copies.Count >= 2);
                Assert.All(group.Copies, copy => Assert.NotEmpty(copy.Names));
                Assert.All(group.Copies, copy => Assert.Equal(copy.Names.Count, copy.Roots.Count));
                Assert.All(group.Copies.SelectMany(c => c.Names), name => Assert.False(name.IsEmpty));
            }
        }
        catch (ReportFormatException)
        {
            // That is the one exception that damage may cause.
        }
        catch (Exception failure)
        {
            Assert.Fail($"seed {seed}, {options}: {failure}\n{Encoding.Latin1.GetString(bytes)}");
        }
    }
}
