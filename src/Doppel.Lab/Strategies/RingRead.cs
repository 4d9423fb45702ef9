using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>
/// One thread that keeps reads of a number of files in flight through io_uring. Files are opened and closed as usual.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class RingRead(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        using var ring = new KernelRing((int)BitOperations.RoundUpToPowerOf2((uint)width));
        var slots = new Slot[width];
        int next = 0;
        int underWay = 0;
        for (int i = 0; i < width; i++)
        {
            slots[i] = new Slot(GC.AllocateUninitializedArray<byte>(blockBytes, pinned: true));
            underWay += TryBegin(run, ring, slots, i, ref next) ? 1 : 0;
        }

        while (underWay > 0)
        {
            int error = ring.Submit(1);
            if (error != 0)
            {
                throw new UnsupportedException($"io_uring failed: {Marshal.GetPInvokeErrorMessage(error)}");
            }

            while (ring.TryTake(out ulong tag, out int result))
            {
                if (!TryGoOn(run, ring, slots[tag], (int)tag, result)
                    && !TryBegin(run, ring, slots, (int)tag, ref next))
                {
                    underWay--;
                }
            }
        }

        return Task.CompletedTask;
    }

    private bool TryBegin(ReadRun run, KernelRing ring, Slot[] slots, int number, ref int next)
    {
        if (next == run.Files.Count)
        {
            return false;
        }

        Slot slot = slots[number];
        slot.Index = next++;
        slot.Offset = 0;
        slot.State.Reset();
        slot.File = Libc.Open(run.Files[slot.Index].Path, 0);
        if (slot.File < 0)
        {
            throw new FileFailedException(slot.Index, Marshal.GetPInvokeErrorMessage(-slot.File));
        }

        Queue(ring, slot, number);
        return true;
    }

    // Returns whether there is more of the file to read.
    private bool TryGoOn(ReadRun run, KernelRing ring, Slot slot, int number, int result)
    {
        if (result < 0)
        {
            throw result == -Libc.Invalid
                ? new UnsupportedException("this kernel's io_uring does not read files (older than Linux 5.6)")
                : new FileFailedException(slot.Index, Marshal.GetPInvokeErrorMessage(-result));
        }

        slot.State.Append(slot.Block.AsSpan(0, result));
        slot.Offset += result;
        long size = run.Files[slot.Index].Size;
        if (result > 0 && slot.Offset < size)
        {
            Queue(ring, slot, number);
            return true;
        }

        _ = Libc.Close(slot.File);
        run.Sum.Add(slot.Index, slot.State.GetDigest(), slot.Offset);
        return false;
    }

    private void Queue(KernelRing ring, Slot slot, int number)
    {
        var block = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(slot.Block, 0);
        ring.QueueRead(slot.File, block, blockBytes, slot.Offset, (ulong)number);
    }

    private sealed class Slot(byte[] block)
    {
        internal byte[] Block => block;

        internal Xxh3State State { get; } = new();

        internal int Index { get; set; }

        internal int File { get; set; }

        internal long Offset { get; set; }
    }
}
