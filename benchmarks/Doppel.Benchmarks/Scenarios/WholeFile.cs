using System.Buffers;
using Doppel.Hashing;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>Reads one file in the ways of the old comparison.</summary>
internal static class WholeFile
{
    /// <summary>The default of <see cref="Stream.CopyTo(Stream)"/>.</summary>
    internal const int CopyBytes = 81_920;

    /// <summary>Reads a file into memory with one call, or block by block by handle and offset.</summary>
    internal static void ReadAll(ReadRun run, int index, ContentMode mode)
    {
        try
        {
            if (mode == ContentMode.Bytes)
            {
                run.Sum.Add(index, File.ReadAllBytes(run.Files[index].Name));
            }
            else
            {
                RandomAccessSync.ReadFile(run, index, CopyBytes);
            }
        }
        catch (Exception failure) when (FileFailedException.Covers(failure))
        {
            throw FileFailedException.From(index, failure);
        }
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
        catch (Exception failure) when (FileFailedException.Covers(failure))
        {
            throw FileFailedException.From(index, failure);
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
        catch (Exception failure) when (FileFailedException.Covers(failure))
        {
            throw FileFailedException.From(index, failure);
        }
    }
}

/// <summary>How a scenario reads a file.</summary>
internal enum ContentMode
{
    /// <summary>All of it into memory, as bytes.</summary>
    Bytes,

    /// <summary>All of it into memory, as text.</summary>
    Text,

    /// <summary>One block at a time.</summary>
    Stream,
}
