using Doppel.Catalog;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The texts that the catalog keeps about media: asks for them, and adds some.</summary>
internal sealed class MediaTexts(CatalogAccess catalog, FactKind kind) : IDisposable
{
    private readonly NativeBuffer<byte> _text = new(ContentCatalog.TextBytesMax);

    public void Dispose() => _text.Dispose();

    /// <summary>
    /// Gets a number for the state of a content's file. There is none if the file is not one that the catalog can know.
    /// </summary>
    internal bool TryGetState(int content, out ulong state)
    {
        bool isThere = catalog.Keys.TryGet(content, out CatalogKey key);
        state = isThere ? catalog.Keys.DigestOf(key) : 0;
        return isThere;
    }

    /// <summary>Asks for the texts about contents.</summary>
    internal void Ask(NativeList<int> contents, TextVisitor found) => catalog.AskTexts(contents, kind, found);

    /// <summary>Adds a text.</summary>
    /// <param name="content">The content.</param>
    /// <param name="known">What is known about it.</param>
    /// <param name="rest">Its tags, or the reason why it is not comparable.</param>
    internal void Add(int content, in MediaFact known, ReadOnlySpan<byte> rest)
    {
        if (!Fits(rest.Length) || !catalog.Keys.TryGet(content, out CatalogKey key))
        {
            return;
        }

        int head = known.Write(_text.Span);
        rest.CopyTo(_text.Span[head..]);
        catalog.AddText(key, kind, _text.Span[..(head + rest.Length)]);
    }

    /// <summary>Returns whether tags or a reason are short enough to be kept.</summary>
    internal static bool Fits(int restBytes) => MediaFact.HeadBytesMax + restBytes <= ContentCatalog.TextBytesMax;
}
