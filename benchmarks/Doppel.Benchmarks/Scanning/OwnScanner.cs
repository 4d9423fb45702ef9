using System.Text;
using Doppel.Benchmarks.Opening;
using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Scanning;

/// <summary>
/// Our scan, as a search begins with it: every file with path, size, device, inode and number of links.
/// </summary>
internal static class OwnScanner
{
    /// <summary>Scans with so many threads at most.</summary>
    /// <param name="root">An absolute path.</param>
    /// <param name="threads">The limit.</param>
    /// <param name="watch">Watches the threads; null if nobody does.</param>
    public static ScanResult Scan(string root, int threads, ScanWatch? watch = null)
    {
        IVolume volume = LocalVolume.Create();
        using PathTree tree = Fill(root, threads, watch is null ? volume : new WatchedVolume(volume, watch));
        long files = 0;
        long bytes = 0;
        foreach (PathId file in tree.Files)
        {
            files++;
            bytes += tree.SizeOf(file);
        }

        return new ScanResult(files, bytes);
    }

    private static PathTree Fill(string root, int threads, IVolume volume)
    {
        var options = new FindOptions
        {
            Roots = [new FindRoot(volume, Encoding.UTF8.GetBytes(root))],
            Filter = new EntryFilter { SizeMin = 0 },
            Threads = threads,
        };
        using var context = new SearchContext(options, new FindProgress(), CancellationToken.None);
        var tree = new PathTree();
        new Scanner(options, tree, context).Run();
        return context.Problems.Count == 0
            ? tree
            : throw new IOException($"{context.Problems.Count} entries could not be listed.");
    }
}
