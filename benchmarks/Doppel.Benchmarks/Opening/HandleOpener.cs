using Doppel.Benchmarks.Kernels;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Benchmarks.Opening;

/// <summary>Opens by File.OpenHandle, the shortest way that .NET offers.</summary>
internal sealed class HandleOpener(OpeningFiles files, string root) : FileOpener("File.OpenHandle", Role.Rival)
{
    private readonly SafeFileHandle[] _open = new SafeFileHandle[OpenMax];
    private readonly string[] _paths = files.Paths(root);

    public override void Open(int first, int count)
    {
        for (int i = 0; i < count; i++)
        {
            _open[i] = File.OpenHandle(_paths[first + i]);
        }
    }

    public override long Read(int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += FirstByteOf(RandomAccess.Read(_open[i], Buffer.AsSpan(0, OpeningFiles.FileBytes), 0));
        }

        return sum;
    }

    public override void Close(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _open[i].Dispose();
        }
    }
}
