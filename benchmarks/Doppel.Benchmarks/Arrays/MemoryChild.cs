using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Arrays;

/// <summary>A process of this program that plays <see cref="MemoryScript"/> with one pool.</summary>
internal sealed class MemoryChild : IDisposable
{
    private readonly Process _process;
    private readonly string _file;

    public MemoryChild(string pool, string mode, int seconds)
    {
        Name = pool;
        Mode = mode;
        string folder = Path.Combine(SourceTree.Root, "artifacts", "bench");
        Directory.CreateDirectory(folder);
        _file = Path.Combine(folder, $"memory-{Environment.ProcessId}-{pool}-{mode}.txt");
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardError = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(MemoryChild).Assembly.Location);
        }

        foreach (string argument in (IEnumerable<string>)
            [MemoryScript.Verb, pool, mode, seconds.ToString(CultureInfo.InvariantCulture), _file])
        {
            start.ArgumentList.Add(argument);
        }

        _process = Process.Start(start)!;
    }

    /// <summary>The pool, as <see cref="MemoryScript.Pool"/> knows it.</summary>
    public string Name { get; }

    /// <summary><c>collecting</c> or <c>quiet</c>.</summary>
    public string Mode { get; }

    /// <summary>Waits for the end and returns the samples.</summary>
    public IReadOnlyList<MemorySample> Finish()
    {
        string errors = _process.StandardError.ReadToEnd();
        _process.WaitForExit();
        return _process.ExitCode == 0
            ? [.. File.ReadLines(_file).Select(MemoryScript.Read)]
            : throw new InvalidOperationException($"The process that watches {Name} failed: {errors}");
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
        File.Delete(_file);
    }
}
