using System.Diagnostics;

namespace Doppel.Media.Tests;

/// <summary>Files of every format, damaged at random for as long as one likes (CONTRIBUTING.md).</summary>
public sealed class FuzzTests
{
    // Rows of a theory cannot be chosen by name, and ten minutes for each of all formats are hours.
    private static readonly string s_only = Environment.GetEnvironmentVariable("DOPPEL_FUZZ_FORMATS") ?? "";

    public static TheoryData<MediaFormat> Formats => [.. MediaMapper.Formats.Where(static format =>
        s_only.Length == 0 || s_only.Split(',').Contains($"{format}", StringComparer.OrdinalIgnoreCase))];

    [Theory, MemberData(nameof(Formats))]
    public void Whatever_is_done_to_a_file_no_exception_escapes_and_all_work_is_bounded(MediaFormat format)
    {
        byte[][] all = [.. Samples.Names.Select(Samples.Get)];
        byte[][] samples = [.. all.Where(content => Payload.Map(content).Format == format)];
        Assert.NotEmpty(samples);
        var trial = new MediaTrial();
        var clock = Stopwatch.StartNew();
        int rounds = TestRun.Count(80, 50_000) * samples.Length;
        for (int i = 0; i < rounds || clock.Elapsed < TestRun.FuzzTime; i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            byte[] sample = samples[i % samples.Length];
            byte[][] others = random.Next(4) == 0 ? all : samples;
            byte[] mutated = Mutation.Of(sample, others[random.Next(others.Length)], random);
            trial.Run(mutated, (MediaPolicy)(i & 1), $"{format}, sample {i % samples.Length}, seed {seed}");
        }
    }

    [Fact]
    public void Samples_that_nothing_was_done_to_keep_every_promise()
    {
        var trial = new MediaTrial();
        foreach (string name in Samples.Names)
        {
            trial.Run(Samples.Get(name), MediaPolicy.Strict, name);
            trial.Run(Samples.Get(name), MediaPolicy.Loose, name);
        }
    }

    [Fact]
    public void A_glance_reads_no_more_than_64_KiB()
    {
        foreach (string name in Samples.Names)
        {
            var source = new MemorySource(Samples.Get(name));
            Assert.NotNull(new MediaMapper().Map(source, MediaPolicy.Strict, MapDepth.Glance).Map);
            Assert.True(source.BytesRead <= 64 * 1024, $"{name}: {source.BytesRead} bytes read");
        }
    }
}
