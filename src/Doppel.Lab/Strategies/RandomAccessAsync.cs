using System.Buffers;
using Doppel.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Lab;

/// <summary>
/// Keeps a number of files in flight with <c>RandomAccess.ReadAsync</c>, on handles opened for asynchronous access.
/// </summary>
internal sealed class RandomAccessAsync(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        int taken = -1;
        var loops = new Task[width];
        for (int i = 0; i < loops.Length; i++)
        {
            loops[i] = Task.Run(LoopAsync);
        }

        return Task.WhenAll(loops);

        async Task LoopAsync()
        {
            for (int file = Interlocked.Increment(ref taken); file < run.Files.Count;
                file = Interlocked.Increment(ref taken))
            {
                try
                {
                    await ReadFileAsync(run, file).ConfigureAwait(false);
                }
                catch (Exception failure) when (FileFailedException.Covers(failure))
                {
                    throw FileFailedException.From(file, failure);
                }
            }
        }
    }

    private async Task ReadFileAsync(ReadRun run, int index)
    {
        using SafeFileHandle handle = File.OpenHandle(run.Files[index].Name, options: FileOptions.Asynchronous);
        byte[] block = ArrayPool<byte>.Shared.Rent(blockBytes);
        var state = new Xxh3State();
        long offset = 0;
        for (int got; (got = await RandomAccess.ReadAsync(handle, block.AsMemory(0, blockBytes), offset)
            .ConfigureAwait(false)) > 0; offset += got)
        {
            state.Append(block.AsSpan(0, got));
        }

        ArrayPool<byte>.Shared.Return(block);
        run.Sum.Add(index, state.GetDigest(), offset);
    }
}
