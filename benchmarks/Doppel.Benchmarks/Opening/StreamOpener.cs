using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>Opens by FileStream, as the talk's program does.</summary>
internal sealed class StreamOpener(OpeningFiles files, string root, bool buffered)
    : FileOpener(buffered ? "FileStream" : "FileStream without its buffer", Role.Rival)
{
    private const int UsualBytes = 4096;

    private readonly FileStream[] _open = new FileStream[OpenMax];
    private readonly string[] _paths = files.Paths(root);

    public override void Open(int first, int count)
    {
        for (int i = 0; i < count; i++)
        {
            _open[i] = new FileStream(
                _paths[first + i], FileMode.Open, FileAccess.Read, FileShare.Read, buffered ? UsualBytes : 0);
        }
    }

    public override long Read(int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += FirstByteOf(_open[i].ReadAtLeast(Buffer.AsSpan(0, OpeningFiles.FileBytes), OpeningFiles.FileBytes));
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
