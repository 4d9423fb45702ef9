using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>Threads that read with <c>O_DIRECT</c>, bypassing the page cache.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class PastCache(int width, int blockBytes) : IReadStrategy
{
    // A multiple of every existing sector size.
    private const int AlignmentBytes = 4096;

    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () =>
        {
            byte[] memory = GC.AllocateUninitializedArray<byte>(blockBytes + AlignmentBytes, pinned: true);
            int start = (int)(-(long)Marshal.UnsafeAddrOfPinnedArrayElement(memory, 0) & (AlignmentBytes - 1));
            var state = new Xxh3State();
            return i => Read(run, i, memory.AsSpan(start, blockBytes), state);
        });
        return Task.CompletedTask;
    }

    private static void Read(ReadRun run, int index, Span<byte> block, Xxh3State state)
    {
        int file = Libc.Open(run.Files[index].Path, Libc.OpenDirect);
        if (file < 0)
        {
            throw Failed(index, -file);
        }

        state.Reset();
        long offset = 0;
        int error = 0;
        fixed (byte* start = block)
        {
            while (true)
            {
                nint got = Libc.ReadAt(file, start, block.Length, offset);
                error = got < 0 ? Marshal.GetLastPInvokeError() : 0;
                if (error == Libc.Interrupted)
                {
                    continue;
                }

                if (got > 0)
                {
                    state.Append(block[..(int)got]);
                    offset += got;
                }

                // A short read ends the file; another read from there would not be aligned.
                if (got < block.Length)
                {
                    break;
                }
            }
        }

        _ = Libc.Close(file);
        if (error != 0)
        {
            throw Failed(index, error);
        }

        run.Sum.Add(index, state.GetDigest(), offset);
    }

    private static Exception Failed(int index, int error) => error == Libc.Invalid
        ? new UnsupportedException("the file system does not read past the cache")
        : new FileFailedException(index, Marshal.GetPInvokeErrorMessage(error));
}
