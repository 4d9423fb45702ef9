using System.Buffers;
using Doppel.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Lab;

/// <summary>Reads one file in the ways of the old comparison.</summary>
internal static class WholeFile
{
    // The default of Stream.CopyTo.
    private const int CopyBytes = 81_920;

    /// <summary>Reads a file with one call that returns all of it, or block by block by handle and offset.</summary>
    internal static void ReadAll(ReadRun run, int index, ContentMode mode)
    {
        LabFile file = run.Files[index];
        try
        {
            switch (mode)
            {
                case ContentMode.Text:
                    run.Sum.Add(index, File.ReadAllText(file.Name), file.Size);
                    break;
                case ContentMode.Bytes:
                    run.Sum.Add(index, File.ReadAllBytes(file.Name));
                    break;
                default:
                    ReadByHandle(run, index, CopyBytes);
                    break;
            }
        }
        catch (Exception failure) when (IsOfFile(failure))
        {
            throw Failed(index, failure);
        }
    }

    /// <summary>Reads a file by handle and offset, block by block.</summary>
    internal static void ReadByHandle(ReadRun run, int index, int blockBytes)
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

    /// <summary>Reads a file through a stream, into memory or block by block.</summary>
    internal static void Copy(ReadRun run, int index, ContentMode mode)
    {
        try
        {
            using FileStream stream = File.OpenRead(run.Files[index].Name);
            if (mode == ContentMode.Stream)
            {
                byte[] block = ArrayPool<byte>.Shared.Rent(CopyBytes);
                var state = new Xxh3State();
                for (int got; (got = stream.Read(block)) > 0;)
                {
                    state.Append(block.AsSpan(0, got));
                }

                ArrayPool<byte>.Shared.Return(block);
                run.Sum.Add(index, state.GetDigest(), stream.Position);
                return;
            }

            using var memory = new MemoryStream();
            stream.CopyTo(memory);
            run.Sum.Add(index, memory.GetBuffer().AsSpan(0, (int)memory.Length));
        }
        catch (Exception failure) when (IsOfFile(failure))
        {
            throw Failed(index, failure);
        }
    }

    /// <summary>Reads a file through a stream like <see cref="Copy"/>, using asynchronous methods.</summary>
    internal static async Task CopyAsync(ReadRun run, int index, ContentMode mode)
    {
        try
        {
            FileStream stream = File.OpenRead(run.Files[index].Name);
            await using (stream.ConfigureAwait(false))
            {
                if (mode == ContentMode.Stream)
                {
                    byte[] block = ArrayPool<byte>.Shared.Rent(CopyBytes);
                    var state = new Xxh3State();
                    for (int got; (got = await stream.ReadAsync(block).ConfigureAwait(false)) > 0;)
                    {
                        state.Append(block.AsSpan(0, got));
                    }

                    ArrayPool<byte>.Shared.Return(block);
                    run.Sum.Add(index, state.GetDigest(), stream.Position);
                    return;
                }

                using var memory = new MemoryStream();
                await stream.CopyToAsync(memory).ConfigureAwait(false);
                run.Sum.Add(index, memory.GetBuffer().AsSpan(0, (int)memory.Length));
            }
        }
        catch (Exception failure) when (IsOfFile(failure))
        {
            throw Failed(index, failure);
        }
    }

    /// <summary>Returns whether an exception concerns the file, or too many open files.</summary>
    internal static bool IsOfFile(Exception failure) => failure is IOException or UnauthorizedAccessException;

    /// <summary>Returns the exception that ends a run.</summary>
    internal static Exception Failed(int index, Exception failure)
    {
        // EMFILE and ENFILE: too many open files rather than a problem with this one.
        const int TooManyOpenHere = 24;
        const int TooManyOpen = 23;
        return failure.HResult is TooManyOpenHere or TooManyOpen
            ? new RefusedException($"refused at {index} files: the system lets no more be open")
            : new FileFailedException(index, failure.Message);
    }
}
