using System.IO.Enumeration;
using Doppel.Benchmarks.Paths;

namespace Doppel.Benchmarks.Scanning;

/// <summary>
/// The talk's scan, rebuilt from its slides: a Parallel.ForEach over the folders of each folder, one within the
/// other, each with as many threads as a counter says are left.
/// </summary>
/// <remarks>
/// The slides leave out how a folder is listed; here it is the framework's cheapest way, names and sizes in one pass.
/// Files are kept with the talk's path nodes.
/// </remarks>
/// <param name="watch">Watches the threads; null if nobody does.</param>
internal sealed class TalkScanner(ScanWatch? watch = null)
{
    private static readonly EnumerationOptions s_oneFolder = new()
    {
        AttributesToSkip = FileAttributes.ReparsePoint,
        RecurseSubdirectories = false,
    };

    private readonly List<(TalkPath Path, long Bytes)> _files = [];

    public ScanResult Scan(string root, int maxDegreeOfParallelism)
    {
        // The root itself holds one, as the talk's ScanPath does by entering it as every other folder.
        var counter = new InterlockedCounter(maxDegreeOfParallelism);
        Enter(new TalkPath(root, null), counter);
        return new ScanResult(_files.Count, _files.Sum(static file => file.Bytes));
    }

    private void Enter(TalkPath path, InterlockedCounter counter)
    {
        counter.Decrement();
        watch?.EnterFolder();
        try
        {
            ScanFolder(path, counter);
        }
        finally
        {
            watch?.LeaveFolder();
            counter.Increment();
        }
    }

    private void ScanFolder(TalkPath path, InterlockedCounter counter)
    {
        List<TalkPath> subfolders = List(path);
        if (subfolders.Count == 0)
        {
            return;
        }

        try
        {
            int available = Math.Max(1, counter.Increment());
            var options = new ParallelOptions { MaxDegreeOfParallelism = available };
            Parallel.ForEach(subfolders, options, folder => Enter(folder, counter));
        }
        finally
        {
            counter.Decrement();
        }
    }

    private List<TalkPath> List(TalkPath path)
    {
        watch?.BeginList();
        List<TalkPath> subfolders = [];
        List<(TalkPath Path, long Bytes)> files = [];
        var entries = new FileSystemEnumerable<(string Name, long Bytes)>(
            path.ToText('/'),
            static (ref FileSystemEntry entry) => (entry.FileName.ToString(), entry.IsDirectory ? -1 : entry.Length),
            s_oneFolder);
        foreach ((string name, long bytes) in entries)
        {
            var below = new TalkPath(name, path);
            if (bytes < 0)
            {
                subfolders.Add(below);
            }
            else
            {
                files.Add((below, bytes));
            }
        }

        lock (_files)
        {
            _files.AddRange(files);
        }

        watch?.EndList();
        return subfolders;
    }
}
