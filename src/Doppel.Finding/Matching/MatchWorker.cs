namespace Doppel.Finding;

/// <summary>What one thread needs while it matches: a reader, a hash state and a place for groups.</summary>
internal sealed class MatchWorker : IDisposable
{
    internal MatchWorker(PathTree tree, CopyTable copies, SearchContext context, Ladder ladder)
    {
        Sorter = new DigestSorter(copies);
        Reader = new ContentReader(tree, copies, context);
        Hash = new ContentHash(context.Means);
        Extents = copies.Shared is { } shared ? new ExtentMapper(copies, shared, Reader) : null;
        Lockstep = new Lockstep(copies, Reader, Extents, Groups, context, ladder);
    }

    internal ContentReader Reader { get; }

    /// <summary>Null where files cannot share blocks.</summary>
    internal ExtentMapper? Extents { get; }

    internal DigestSorter Sorter { get; }

    internal GroupSink Groups { get; } = new();

    internal ContentHash Hash { get; }

    internal Lockstep Lockstep { get; }

    public void Dispose()
    {
        Reader.Dispose();
        Hash.Dispose();
        Sorter.Dispose();
        Groups.Dispose();
    }
}
