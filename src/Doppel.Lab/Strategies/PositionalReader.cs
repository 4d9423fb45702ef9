using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>
/// Reads files through the volume on one thread: in one read if a file fits into a block, otherwise block by block.
/// </summary>
internal sealed class PositionalReader(ReadRun run, int blockBytes)
{
    // One byte more, to detect that a file is larger than expected.
    private readonly byte[] _block = GC.AllocateUninitializedArray<byte>(blockBytes + 1, pinned: true);
    private readonly Xxh3State _state = new();

    /// <summary>Reads one file and adds it to the sum.</summary>
    /// <exception cref="FileFailedException">The file cannot be read, or its size has changed.</exception>
    internal void Read(int index)
    {
        LabFile file = run.Files[index];
        if (file.Size < blockBytes)
        {
            Span<byte> buffer = _block.AsSpan(0, (int)file.Size + 1);
            Check(index, run.Volume.ReadAtOnce(FolderHandle.None, file.Path, buffer, out int read));
            CheckLength(index, read, file.Size);
            run.Sum.Add(index, buffer[..read]);
            return;
        }

        Check(index, run.Volume.OpenFile(FolderHandle.None, file.Path, out FileHandle handle, out _));
        _state.Reset();
        long offset = 0;
        VolumeError error;
        int got;
        do
        {
            error = run.Volume.Read(handle, offset, _block.AsSpan(0, blockBytes), out got);
            _state.Append(_block.AsSpan(0, got));
            offset += got;
        }
        while (!error.Failed && got == blockBytes && offset <= file.Size);
        run.Volume.Close(handle);
        Check(index, error);
        CheckLength(index, offset, file.Size);
        run.Sum.Add(index, _state.GetDigest(), offset);
    }

    private static void CheckLength(int index, long read, long size)
    {
        if (read != size)
        {
            throw new FileFailedException(index, $"has {read} bytes and had {size}");
        }
    }

    private void Check(int index, VolumeError error)
    {
        if (error.Failed)
        {
            throw new FileFailedException(index, run.Volume.Describe(error));
        }
    }
}

/// <summary>Threads that call <c>pread</c>, each reading one file at a time, in listing order.</summary>
internal sealed class PositionalThreads(int width, int blockBytes) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () => new PositionalReader(run, blockBytes).Read);
        return Task.CompletedTask;
    }
}
