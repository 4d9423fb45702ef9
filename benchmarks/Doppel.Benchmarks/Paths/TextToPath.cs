using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Paths;

/// <summary>From the text of a known path to what stands for it in memory.</summary>
public class TextToPath
{
    private readonly PathSample _sample = PathSample.Make();

    /// <summary>What a program pays that keeps strings: folder and name joined.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("joined to one string", Role.Reference)]
    public int Join()
    {
        int sum = 0;
        for (int i = 0; i < PathSample.Count; i++)
        {
            sum += string.Concat(_sample.Folders[i], "/", _sample.FileNames[i]).Length;
        }

        return sum;
    }

    /// <summary>New nodes with shared names.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("the talk's nodes")]
    public int Nodes()
    {
        int sum = 0;
        foreach (string text in _sample.Texts)
        {
            sum += TalkPath.Parse(text, '/', _sample.Names).Name.Length;
        }

        return sum;
    }

    /// <summary>The id, found component by component.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("path id", Role.Ours)]
    public int Ids()
    {
        int sum = 0;
        foreach (string text in _sample.Texts)
        {
            sum += _sample.Finder.IdOf(text).Value;
        }

        return sum;
    }

    /// <summary>Frees the tree.</summary>
    [GlobalCleanup]
    public void CleanUp() => _sample.Dispose();
}
