using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The resources that one thread needs for matching: a reader, a hash state and a sink for groups.</summary>
internal sealed class MatchWorker : IDisposable
{
    internal MatchWorker(
        PathTree tree, CopyTable copies, SearchContext context, Ladder ladder, SharedExtents? shared,
        MediaScanners? scanners)
    {
        Sorter = new DigestSorter(copies);
        Reader = new ContentReader(tree, copies, context, scanners);
        Extents = shared is not null ? new ExtentMapper(copies, shared, Reader) : null;
        Lockstep = new Lockstep(copies, Reader, Extents, Groups, context, ladder);
    }

    internal ContentReader Reader { get; }

    /// <summary>Gets the extent mapper, or null if no files can share extents.</summary>
    internal ExtentMapper? Extents { get; }

    internal DigestSorter Sorter { get; }

    internal GroupSink Groups { get; } = new();

    internal Xxh3State Hash { get; } = new();

    internal Lockstep Lockstep { get; }

    public void Dispose()
    {
        Reader.Dispose();
        Sorter.Dispose();
        Groups.Dispose();
    }
}
