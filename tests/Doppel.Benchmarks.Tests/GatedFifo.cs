using Doppel.Testing.Trees;

namespace Doppel.Benchmarks.Tests;

/// <summary>A FIFO that whoever opens it for reading waits for, until it is disposed.</summary>
internal sealed class GatedFifo : IDisposable
{
    private readonly TempTree _tree = new();

    public GatedFifo() => Path = $"{_tree.AddFifo("fifo")}";

    public string Path { get; }

    // Opened for both, it waits for nobody, and lets all who wait go on.
    public void Dispose()
    {
        using (new FileStream(Path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0))
        {
        }

        _tree.Dispose();
    }
}
