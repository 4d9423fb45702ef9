using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>Contains what a command wrote to the disks, and makes what power cuts leave of it.</summary>
/// <param name="Start">What the disks had before.</param>
/// <param name="Entries">What was written and flushed.</param>
/// <param name="End">How the command ended.</param>
internal sealed record CutRecord(DiskContents Start, IReadOnlyList<WriteLog.Entry> Entries, ProcessEnd End)
{
    /// <summary>Returns what the disks have after a power cut at a random moment: at the end, once in eight times.
    /// </summary>
    public DiskContents Cut(Random random)
    {
        int cut = random.Next(8) == 0 ? Entries.Count : random.Next(Entries.Count + 1);
        List<IReadOnlyDictionary<long, byte[]>> disks = [];
        for (int i = 0; i < Start.Blocks.Count; i++)
        {
            // Often a disk has all of it or nothing, and the other one not.
            double kept = random.Next(4) switch
            {
                0 => 0,
                1 => 1,
                _ => random.NextDouble(),
            };
            var blocks = new Dictionary<long, byte[]>(Start.Blocks[i]);
            foreach ((long at, ReadOnlyMemory<byte> bytes) in WriteLog.Survivors(Entries, i, cut, kept, random))
            {
                LoggedDisk.Put(blocks, at, bytes.Span);
            }

            disks.Add(blocks);
        }

        return new DiskContents(disks, cut);
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Entries.Count} writes");
}

/// <summary>Contains what all disks have at one moment.</summary>
/// <param name="Blocks">The blocks of each disk, by number. Those that are missing are zero.</param>
/// <param name="Cut">The number of writes and flushes before the power failed.</param>
internal sealed record DiskContents(IReadOnlyList<IReadOnlyDictionary<long, byte[]>> Blocks, int Cut);
