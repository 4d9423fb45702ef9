using System.Buffers;
using Doppel.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Lab;

/// <summary>Threads that read with <c>RandomAccess.Read</c>, block by block into rented memory.</summary>
internal sealed class RandomAccessSync(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () => i =>
        {
            try
            {
                ReadFile(run, i, blockBytes);
            }
            catch (Exception failure) when (FileFailedException.Covers(failure))
            {
                throw FileFailedException.From(i, failure);
            }
        });
        return Task.CompletedTask;
    }

    /// <summary>Reads one file.</summary>
    internal static void ReadFile(ReadRun run, int index, int blockBytes)
    {
        using SafeFileHandle handle = File.OpenHandle(run.Files[index].Name);
        byte[] block = ArrayPool<byte>.Shared.Rent(blockBytes);
        var state = new Xxh3State();
        long offset = 0;
        for (int got; (got = RandomAccess.Read(handle, block.AsSpan(0, blockBytes), offset)) > 0; offset += got)
        {
            state.Append(block.AsSpan(0, got));
        }

        ArrayPool<byte>.Shared.Return(block);
        run.Sum.Add(index, state.GetDigest(), offset);
    }
}
