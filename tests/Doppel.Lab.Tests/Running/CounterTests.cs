namespace Doppel.Lab.Tests.Running;

/// <summary>Counters tell of this process what is so; of all of it, so nothing may run beside.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class CounterTests
{
    private const int FilesOpened = 400;

    [Fact]
    public void Counters_reflect_what_the_process_does()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Skip("needs /proc");
        }

        using var reader = new CounterReader("");
        double[] before = new double[CounterFacts.Count];
        double[] after = new double[CounterFacts.Count];

        // What tests before this one have left behind goes now, not in between.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.True(reader.TryRead(before));
        FileStream[] open = [.. Enumerable.Range(0, FilesOpened).Select(_ => File.OpenRead("/proc/self/stat"))];
        byte[] memory = new byte[64 << 20];
        memory.AsSpan().Fill(1);
        Assert.True(reader.TryRead(after));
        Array.ForEach(open, static file => file.Dispose());
        GC.KeepAlive(memory);

        Assert.True(Of(Counter.OpenFiles) >= FilesOpened / 2);
        Assert.True(Of(Counter.HeapBytes) >= memory.Length / 2);
        Assert.True(Of(Counter.MinorFaults) > 0);
        Assert.True(Of(Counter.CpuSeconds) > 0);
        Assert.True(after[(int)Counter.Threads] >= 1);
        Assert.True(after[(int)Counter.AvailableBytes] > 0);
        Assert.True(reader.PeakResidentBytes() >= memory.Length);
        Assert.True(double.IsNaN(after[(int)Counter.DiskReads]));

        double Of(Counter counter) => after[(int)counter] - before[(int)counter];
    }

    [Fact]
    public void A_disk_that_the_system_lists_is_counted()
    {
        if (!File.Exists("/proc/diskstats") || File.ReadAllLines("/proc/diskstats") is not [var line, ..])
        {
            Assert.Skip("needs a disk");
            return;
        }

        string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        using var reader = new CounterReader(words[2]);
        double[] values = new double[CounterFacts.Count];
        Assert.True(reader.TryRead(values));
        double least = double.Parse(words[3], System.Globalization.CultureInfo.InvariantCulture);
        Assert.True(values[(int)Counter.DiskReads] >= least);
        Assert.True(values[(int)Counter.DiskBytes] >= 0);
        Assert.True(values[(int)Counter.DiskQueueSeconds] >= 0);
    }

    [Fact]
    public void Every_counter_has_a_name_of_its_own()
    {
        Counter[] all = Enum.GetValues<Counter>();
        Assert.Equal(all.Length, CounterFacts.Count);
        Assert.Equal(all.Length, all.Select(CounterFacts.NameOf).Distinct().Count());
    }
}
