using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Writes and reads what <see cref="ProofLedger"/> keeps.</summary>
/// <remarks>
/// A file of questions is the size and digest of each content, and a check of all of them. A file of promises is a
/// record of fixed length for each, with a check of its own: a power cut may leave records that were not flushed yet
/// and that nobody was told of. Those do not count.
/// </remarks>
internal static class ProofRecords
{
    internal const int PromiseBytes =
        sizeof(byte) + ProofQuestion.RunBytes + sizeof(uint) + ContentBytes + (3 * sizeof(ulong)) + CheckBytes;

    private const int ContentBytes = sizeof(ulong) + Digest128.ByteCount;
    private const int CheckBytes = sizeof(ulong);

    // A deletion that has begun in time ends a little later, and clocks differ in speed.
    private static readonly TimeSpan s_margin = TimeSpan.FromMinutes(1);

    /// <summary>Returns the file of what is asked.</summary>
    internal static byte[] Of(IEnumerable<ProofContent> contents)
    {
        var rows = new RowWriter();
        foreach (ProofContent content in contents.Distinct())
        {
            Write(rows, content);
        }

        rows.Write(CheckOf(rows.Bytes.Span));
        return rows.Bytes.ToArray();
    }

    /// <summary>Reads the file of what is asked. Returns null if it is damaged.</summary>
    internal static HashSet<ProofContent>? ReadContents(ReadOnlySpan<byte> file)
    {
        if (file.Length % ContentBytes != CheckBytes
            || BinaryPrimitives.ReadUInt64LittleEndian(file[^CheckBytes..]) != CheckOf(file[..^CheckBytes]))
        {
            return null;
        }

        HashSet<ProofContent> contents = [];
        for (int at = 0; at < file.Length - CheckBytes; at += ContentBytes)
        {
            contents.Add(ContentAt(file[at..]));
        }

        return contents;
    }

    /// <summary>Returns records that promises are made or taken back.</summary>
    internal static byte[] Of(IEnumerable<ProofQuestion> questions, bool isKept, ProofTime now)
    {
        var rows = new RowWriter();
        foreach (ProofQuestion question in questions)
        {
            int begin = rows.Bytes.Length;
            uint within = Math.Min(question.Within, (uint)FleetProofOptions.WithinMax.TotalSeconds);
            ProofTime until = now.After(TimeSpan.FromSeconds(within) + s_margin);
            rows.Write(isKept ? (byte)1 : (byte)0);
            rows.Write(question.Run);
            rows.Write(question.Number);
            Write(rows, question.Content);
            rows.Write((ulong)until.OfDay);
            rows.Write(until.Kernel);
            rows.Write((ulong)until.Steady);
            rows.Write(CheckOf(rows.Bytes.Span[begin..]));
        }

        return rows.Bytes.ToArray();
    }

    internal static HashSet<ProofContent> ReadPromises(ReadOnlySpan<byte> file, ProofTime now)
    {
        Dictionary<UInt128, Dictionary<uint, ProofContent>> runs = [];
        for (; file.Length >= PromiseBytes; file = file[PromiseBytes..])
        {
            ReadOnlySpan<byte> record = file[..(PromiseBytes - CheckBytes)];
            if (BinaryPrimitives.ReadUInt64LittleEndian(file[record.Length..]) != CheckOf(record))
            {
                continue;
            }

            UInt128 run = BinaryPrimitives.ReadUInt128LittleEndian(record[1..]);
            uint number = BinaryPrimitives.ReadUInt32LittleEndian(record[(1 + ProofQuestion.RunBytes)..]);
            ReadOnlySpan<byte> times = record[^(3 * sizeof(ulong))..];
            var until = new ProofTime(
                BinaryPrimitives.ReadInt64LittleEndian(times),
                BinaryPrimitives.ReadUInt64LittleEndian(times[sizeof(ulong)..]),
                BinaryPrimitives.ReadInt64LittleEndian(times[(2 * sizeof(ulong))..]));
            Dictionary<uint, ProofContent> ofRun = runs.TryGetValue(run, out Dictionary<uint, ProofContent>? known)
                ? known
                : runs[run] = [];
            if (record[0] == 0)
            {
                ofRun.Remove(number);
            }
            else if (!until.IsOver(now))
            {
                ofRun[number] = ContentAt(record[(1 + ProofQuestion.RunBytes + sizeof(uint))..]);
            }
        }

        return [.. runs.Values.SelectMany(static run => run.Values)];
    }

    private static void Write(RowWriter rows, ProofContent content)
    {
        rows.Write(content.Size);
        rows.Write(ProofQuestion.Bytes(content.Digest));
    }

    private static ProofContent ContentAt(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadUInt64LittleEndian(bytes),
        new Digest128(
            BinaryPrimitives.ReadUInt64BigEndian(bytes[sizeof(ulong)..]),
            BinaryPrimitives.ReadUInt64BigEndian(bytes[(2 * sizeof(ulong))..])));

    private static ulong CheckOf(ReadOnlySpan<byte> bytes) => Xxh3.Hash128(bytes).Low;
}

/// <summary>A moment by two clocks: the clock of the day, and the steady clock of the running system.</summary>
/// <param name="OfDay">The clock of the day, in ticks since 1970.</param>
/// <param name="Kernel">A number for the running system, or 0 if unknown.</param>
/// <param name="Steady">Its steady clock, in ticks.</param>
internal readonly record struct ProofTime(long OfDay, ulong Kernel, long Steady)
{
    internal static ProofTime Now(TimeProvider time) => new(
        (time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks, HostInode.RunningKernel, time.GetElapsedTime(0).Ticks);

    internal ProofTime After(TimeSpan time) => new(OfDay + time.Ticks, Kernel, Steady + time.Ticks);

    /// <summary>
    /// Returns whether this moment is past by both clocks. One stands still while the machine sleeps, and ends with the
    /// system; the other can be set.
    /// </summary>
    internal bool IsOver(ProofTime now) =>
        OfDay <= now.OfDay && (Kernel != now.Kernel || Kernel == 0 || Steady <= now.Steady);
}

/// <summary>A content, by its size in bytes and its XXH3-128.</summary>
internal readonly record struct ProofContent(ulong Size, Digest128 Digest);
