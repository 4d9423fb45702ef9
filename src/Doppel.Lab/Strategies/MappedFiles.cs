using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>
/// Threads that each map one file at a time into memory. If a file is truncated in the meantime, the process dies. This
/// is inherent in mapping, and is the reason why each run has its own process.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class MappedFiles(int width) : IReadStrategy
{
    public Task ReadAsync(ReadRun run)
    {
        ReaderTeam.Read(run, width, () => i => Read(run, i));
        return Task.CompletedTask;
    }

    private static void Read(ReadRun run, int index)
    {
        LabFile file = run.Files[index];
        int descriptor = Libc.Open(file.Path, 0);
        nint map = descriptor < 0 ? Libc.MapFailed
            : Libc.Map(0, (nint)file.Size, Libc.ProtectRead, Libc.MapShared, descriptor, 0);
        int error = descriptor < 0 ? -descriptor : 0;
        if (descriptor >= 0)
        {
            error = map == Libc.MapFailed ? Marshal.GetLastPInvokeError() : 0;
            _ = Libc.Close(descriptor);
        }

        if (error != 0)
        {
            throw new FileFailedException(index, Marshal.GetPInvokeErrorMessage(error));
        }

        // A span covers at most 2 GiB.
        const int PieceBytes = 1 << 30;
        var state = new Xxh3State();
        for (long offset = 0; offset < file.Size; offset += PieceBytes)
        {
            state.Append(new ReadOnlySpan<byte>((byte*)map + offset, (int)Math.Min(PieceBytes, file.Size - offset)));
        }

        run.Sum.Add(index, state.GetDigest(), file.Size);
        _ = Libc.Unmap(map, (nint)file.Size);
    }
}
