using Doppel.Benchmarks.Opening;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>
/// Reads real files on many threads as a search does, with buffers that are rented for each file: one of its length
/// for a small file, two blocks for a pair of large ones.
/// </summary>
internal sealed class ReadLoad(LoadFiles files)
{
    private const int FilesPerPair = 14;

    private readonly IVolume _volume = LocalVolume.Create();

    /// <summary>Reads so many files or pairs, shared out among threads.</summary>
    /// <param name="source">Lends the buffers.</param>
    /// <param name="threads">How many threads read.</param>
    /// <param name="count">How many files or pairs all of them read.</param>
    /// <param name="whenRead">Done when all is read and every thread still lives; null for nothing.</param>
    /// <returns>A number made of all contents, the same whoever lends the buffers.</returns>
    public ulong Read(IBufferSource source, int threads, int count, Action? whenRead = null)
    {
        int next = 0;
        ulong sum = 0;
        using var all = new Barrier(threads, _ => whenRead?.Invoke());
        WorkerTeam.Run(threads, _ =>
        {
            ulong own = 0;
            int i;
            while ((i = Interlocked.Increment(ref next) - 1) < count)
            {
                own += i % (FilesPerPair + 1) == FilesPerPair
                    ? ComparePair(source, files.Pairs[i % files.Pairs.Count])
                    : HashWhole(source, files.Small[i % files.Small.Count]);
            }

            Interlocked.Add(ref sum, own);
            if (whenRead is not null)
            {
                all.SignalAndWait();
            }
        });
        return sum;
    }

    private ulong HashWhole(IBufferSource source, (byte[] Path, int Bytes) file)
    {
        FileHandle handle = Open(file.Path);
        byte[] buffer = source.Rent(file.Bytes);
        Span<byte> content = buffer.AsSpan(0, file.Bytes);
        ReadExactly(handle, 0, content);
        ulong digest = Xxh3.Hash128(content).Low;
        source.Return(buffer);
        _volume.Close(handle);
        return digest;
    }

    private ulong ComparePair(IBufferSource source, (byte[] First, byte[] Second) pair)
    {
        FileHandle first = Open(pair.First);
        FileHandle second = Open(pair.Second);
        byte[] left = source.Rent(LoadFiles.BlockBytes);
        byte[] right = source.Rent(LoadFiles.BlockBytes);
        ulong equal = 0;
        long bytes = SizeOf(first);
        for (long at = 0; at < bytes; at += LoadFiles.BlockBytes)
        {
            int length = (int)Math.Min(LoadFiles.BlockBytes, bytes - at);
            ReadExactly(first, at, left.AsSpan(0, length));
            ReadExactly(second, at, right.AsSpan(0, length));
            equal += left.AsSpan(0, length).SequenceEqual(right.AsSpan(0, length)) ? (ulong)length : 0;
        }

        source.Return(left);
        source.Return(right);
        _volume.Close(first);
        _volume.Close(second);
        return equal;
    }

    private FileHandle Open(byte[] path)
    {
        Check(_volume.OpenFile(FolderHandle.None, path, out FileHandle handle, out _));
        return handle;
    }

    private long SizeOf(FileHandle handle)
    {
        Check(_volume.Stat(handle, out FileFacts facts));
        return facts.Size;
    }

    private void ReadExactly(FileHandle handle, long offset, Span<byte> buffer)
    {
        Check(_volume.Read(handle, offset, buffer, out int read));
        if (read != buffer.Length)
        {
            throw new IOException($"A file gave {read} bytes in place of {buffer.Length}.");
        }
    }

    private void Check(VolumeError error)
    {
        if (error.Failed)
        {
            throw new IOException(_volume.Describe(error));
        }
    }
}
