namespace Doppel.Lab.Tests.Running;

/// <summary>What passes between a measurement and its runs arrives as it was said.</summary>
public sealed class RunTextTests
{
    [Fact]
    public void Samples_survive_a_round_trip()
    {
        double[] values =
            [.. Enumerable.Range(0, CounterFacts.Count).Select(i => i % 3 == 0 ? double.NaN : i * 1.0e17 / 3)];
        var sample = new CounterSample(1.25, values);
        CounterSample back = RunText.ParseSample(RunText.Render(sample))!;
        Assert.Equal(sample.Seconds, back.Seconds);
        Assert.Equal(sample.Values, back.Values);
    }

    [Fact]
    public void Outcomes_survive_a_round_trip()
    {
        var outcome = new RunOutcome
        {
            Status = RunStatus.Refused,
            Detail = "refused at 3 threads\nby the system",
            Seconds = 0.1234567890123,
            Total = new ContentTotal(1, long.MaxValue, ulong.MaxValue, 7),
            SamplesLeftOut = 2,
            PeakResidentBytes = 1 << 30,
            ProcessSeconds = 2.5,
            ResidentShare = double.NaN,
            FailedFile = 12,
        };
        RunOutcome back = RunText.ParseOutcome(RunText.Render(outcome))!;
        Assert.Equal(outcome with { Detail = "refused at 3 threads by the system", Samples = back.Samples }, back);
    }

    [Theory]
    [InlineData(""), InlineData("S"), InlineData("S 1 2 3"), InlineData("E 0"), InlineData("hello")]
    [InlineData("E 0 a b c d e f g h i j k")]
    public void Anything_else_is_neither(string line)
    {
        Assert.Null(RunText.ParseSample(line));
        Assert.Null(RunText.ParseOutcome(line));
    }

    [Fact]
    public void Run_specifications_survive_a_round_trip()
    {
        var spec = new RunSpec
        {
            Strategy = "pread-8",
            Temperature = Temperature.Dropped,
            Disk = "vda",
            HeapBytesMax = 5,
            Files =
            [
                new LabFile("/a/\u00E4"u8.ToArray(), long.MaxValue, ulong.MaxValue),
                new LabFile("/b"u8.ToArray(), 1, 0),
            ],
        };
        using var stream = new MemoryStream();
        spec.Write(stream);
        stream.Position = 0;
        RunSpec back = RunSpec.Read(stream);
        Assert.Equal(spec with { Files = back.Files }, back);
        Assert.Equal(
            spec.Files.Select(file => (file.Name, file.Size, file.Inode)),
            back.Files.Select(file => (file.Name, file.Size, file.Inode)));
        Assert.Throws<IOException>(() => RunSpec.Read(new MemoryStream(new byte[100])));
    }
}
