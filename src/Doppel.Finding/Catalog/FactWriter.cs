using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Adds to the catalog what one thread has learned about copies, a few hundred at a time.</summary>
/// <remarks>
/// A copy may have changed since it was listed, before or while it was read. Then it has a different stamp by now, and
/// what was added under its old stamp is never asked for.
/// </remarks>
internal sealed class FactWriter(ContentCatalog catalog, CatalogKeys keys, uint readAt)
{
    private const int FactsMax = 256;

    // In milliseconds. What is not passed on is lost if the process is killed.
    private const long TicksMax = 1000;

    private readonly ContentFact[] _facts = new ContentFact[FactsMax];
    private int _count;
    private long _begun;
    private int _device;

    internal CatalogKeys Keys => keys;

    /// <summary>Adds what was learned about a copy.</summary>
    internal void Add(int copy, FactKind kind, Digest128 value)
    {
        if (!keys.TryGet(copy, out CatalogKey key))
        {
            return;
        }

        long now = Environment.TickCount64;
        if (_count == FactsMax || key.Device != _device || now - _begun > TicksMax)
        {
            Flush();
            _device = key.Device;
            _begun = now;
        }

        _facts[_count++] = new ContentFact(key.Inode, key.Stamp, kind, value, readAt);
    }

    /// <summary>Passes what was added to the catalog.</summary>
    internal void Flush()
    {
        if (_count > 0)
        {
            catalog.Add(keys.FileSystemOf(_device), _facts.AsSpan(0, _count));
            _count = 0;
        }
    }
}
