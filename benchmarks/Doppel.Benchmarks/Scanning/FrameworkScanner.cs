using System.IO.Enumeration;

namespace Doppel.Benchmarks.Scanning;

/// <summary>
/// Scans by the framework, on one thread. Every file is kept with path and size, as a search needs it.
/// </summary>
internal static class FrameworkScanner
{
    private static readonly EnumerationOptions s_recursive = new()
    {
        AttributesToSkip = FileAttributes.ReparsePoint,
        RecurseSubdirectories = true,
    };

    private static readonly EnumerationOptions s_oneFolder = new()
    {
        AttributesToSkip = FileAttributes.ReparsePoint,
        RecurseSubdirectories = false,
    };

    /// <summary>Paths by Directory.EnumerateFiles, sizes by FileInfo: the shortest program.</summary>
    public static ScanResult PathsThenSizes(string root)
    {
        List<(string Path, long Bytes)> files = [];
        foreach (string path in Directory.EnumerateFiles(root, "*", s_recursive))
        {
            files.Add((path, new FileInfo(path).Length));
        }

        return Sum(files);
    }

    /// <summary>Paths and sizes in one pass by FileSystemEnumerable, which recurses itself.</summary>
    public static ScanResult OnePass(string root)
    {
        var entries = new FileSystemEnumerable<(string Path, long Bytes)>(
            root, static (ref FileSystemEntry entry) => (entry.ToFullPath(), entry.Length), s_recursive)
        {
            ShouldIncludePredicate = static (ref FileSystemEntry entry) => !entry.IsDirectory,
        };
        return Sum([.. entries]);
    }

    /// <summary>A function that lists a folder and calls itself for those below.</summary>
    public static ScanResult Recursion(string root)
    {
        List<(string Path, long Bytes)> files = [];
        Enter(root, files);
        return Sum(files);
    }

    private static void Enter(string folder, List<(string Path, long Bytes)> files)
    {
        List<string> subfolders = [];
        var entries = new FileSystemEnumerable<(string Path, long Bytes)>(
            folder, static (ref FileSystemEntry entry) => (entry.ToFullPath(), entry.IsDirectory ? -1 : entry.Length),
            s_oneFolder);
        foreach ((string path, long bytes) in entries)
        {
            if (bytes < 0)
            {
                subfolders.Add(path);
            }
            else
            {
                files.Add((path, bytes));
            }
        }

        foreach (string subfolder in subfolders)
        {
            Enter(subfolder, files);
        }
    }

    private static ScanResult Sum(List<(string Path, long Bytes)> files)
    {
        long bytes = 0;
        foreach ((_, long length) in files)
        {
            bytes += length;
        }

        return new ScanResult(files.Count, bytes);
    }
}
