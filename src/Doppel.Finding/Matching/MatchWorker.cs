using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>What one thread needs while it matches: a reader, a hash state and a place for groups.</summary>
internal sealed class MatchWorker : IDisposable
{
    internal MatchWorker(PathTree tree, CopyTable copies, SearchContext context, int bufferBytes)
    {
        Reader = new ContentReader(tree, copies, context, bufferBytes);
        Lockstep = new Lockstep(copies, Reader, Groups, context);
    }

    internal ContentReader Reader { get; }

    internal GroupSink Groups { get; } = new();

    internal Xxh3State Hash { get; } = new();

    internal Lockstep Lockstep { get; }

    public void Dispose() => Reader.Dispose();
}
