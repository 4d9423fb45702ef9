using System.Buffers.Binary;

namespace Doppel.Benchmarks.S3Memory.Limits;

/// <summary>What the collector of a process has done, as that process writes it down for another.</summary>
/// <param name="Gen0">Collections of generation 0 and above.</param>
/// <param name="Gen1">Collections of generation 1 and above.</param>
/// <param name="Gen2">Collections of generation 2.</param>
/// <param name="PauseTicks">How long all threads stood still, in ticks of 100 ns.</param>
/// <param name="AllocatedBytes">Bytes allocated on the heap.</param>
/// <param name="OutOfMemory">How often it had no memory to give.</param>
internal readonly record struct GcCounters(
    long Gen0, long Gen1, long Gen2, long PauseTicks, long AllocatedBytes, long OutOfMemory)
{
    /// <summary>The variable that names the file; a process without it writes nothing.</summary>
    public const string Variable = "DOPPEL_BENCH_COUNTERS";

    /// <summary>The length of the file.</summary>
    public const int Bytes = 6 * sizeof(long);

    /// <summary>Those of this process, now. Allocates nothing.</summary>
    /// <param name="outOfMemory">What the runtime does not count itself.</param>
    public static GcCounters Now(long outOfMemory) => new(
        GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2), GC.GetTotalPauseDuration().Ticks,
        GC.GetTotalAllocatedBytes(precise: false), outOfMemory);

    /// <summary>Reads what a process wrote last; zeros if that is nothing.</summary>
    public static GcCounters Read(string file)
    {
        byte[] bytes = File.Exists(file) ? File.ReadAllBytes(file) : [];
        return bytes.Length < Bytes ? default : new(
            Field(bytes, 0), Field(bytes, 1), Field(bytes, 2), Field(bytes, 3), Field(bytes, 4),
            Field(bytes, 5));
    }

    /// <summary>What was added since.</summary>
    public GcCounters Since(GcCounters before) => new(
        Gen0 - before.Gen0, Gen1 - before.Gen1, Gen2 - before.Gen2, PauseTicks - before.PauseTicks,
        AllocatedBytes - before.AllocatedBytes, OutOfMemory - before.OutOfMemory);

    /// <summary>Writes them into <see cref="Bytes"/> bytes.</summary>
    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteInt64LittleEndian(bytes, Gen0);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[8..], Gen1);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[16..], Gen2);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], PauseTicks);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[32..], AllocatedBytes);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[40..], OutOfMemory);
    }

    private static long Field(byte[] bytes, int index) =>
        BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(index * sizeof(long)));
}
