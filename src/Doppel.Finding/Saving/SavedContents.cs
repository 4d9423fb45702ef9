using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>What is known about the contents of files that are saved.</summary>
internal sealed class SavedContents : IDisposable
{
    private readonly Lock _gate = new();
    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly ProblemLog _problems;
    private readonly FactWriter? _writer;

    internal SavedContents(FindOptions options, PathTree tree, CopyTable copies, SearchContext context)
    {
        (_tree, _copies, _problems) = (tree, copies, context.Problems);
        if (options.Catalog is { } catalog)
        {
            var access = new CatalogAccess(catalog, copies, context);
            _writer = access.NewWriter();
            access.Ask(uniques: true, Take);
        }

        for (int copy = 0; copy < copies.Count; copy++)
        {
            Known += copies.States[copy] == CopyState.Hashed ? 1 : 0;
            if (copies.SizeOf(copy) == 0)
            {
                copies.Digests[copy] = Xxh3.Hash128([]);
                copies.States[copy] = CopyState.Hashed;
            }
        }
    }

    /// <summary>Gets the number of copies that the catalog knew.</summary>
    internal long Known { get; }

    public void Dispose() => Flush();

    /// <summary>Returns the copies that have no digest.</summary>
    internal NativeList<int> Unknown()
    {
        var unknown = new NativeList<int>();
        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (_copies.States[copy] != CopyState.Hashed)
            {
                unknown.Add(copy);
            }
        }

        return unknown;
    }

    /// <summary>
    /// Adds what was read to the catalog. What a program was writing has no digest that could be saved. Called on any
    /// thread.
    /// </summary>
    internal void Note(int copy)
    {
        if (_tree.AnyDoubted && NameInWriting(copy) is { } name)
        {
            _copies.States[copy] = CopyState.Unread;
            _problems.Add(
                _tree.Devices[_tree.MarkOf(name).Device].Volume, _tree.Render(name), FindStep.Read,
                new VolumeError(VolumeErrorKind.Busy),
                "A program was writing to it, so its digest is not saved. Run the command again");
            return;
        }

        lock (_gate)
        {
            _writer?.Add(copy, FactKind.Whole, _copies.Digests[copy]);
        }
    }

    private PathId? NameInWriting(int copy)
    {
        foreach (int name in _copies.NamesOf(copy))
        {
            if (name >= 0 && _tree.IsInWriting(new PathId(name)))
            {
                return new PathId(name);
            }
        }

        return null;
    }

    internal void Flush()
    {
        lock (_gate)
        {
            _writer?.Flush();
        }
    }

    private void Take(int copy, in ContentFact fact)
    {
        if (fact.Kind == FactKind.Whole)
        {
            _copies.Digests[copy] = fact.Value;
            _copies.States[copy] = fact.Value == default ? CopyState.Unread : CopyState.Hashed;
        }
    }
}
