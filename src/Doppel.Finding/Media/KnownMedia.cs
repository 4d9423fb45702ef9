using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>What the catalog knows about the media among contents, so that they need not be opened.</summary>
/// <remarks>
/// A fact is the mark of a file without media, or a digest of what a glance at the headers reveals, which is equal for
/// contents that may have the same payload and almost never for others. A content whose digest no other one has is
/// not opened. What looks like media and is not comparable is looked at every time, since its reason is a text.
/// </remarks>
internal sealed class KnownMedia : IDisposable
{
    /// <summary>
    /// The version of everything that parses media. Raise it whenever any file may be judged differently than before;
    /// what older versions noted is then not believed. A test compares the judgment of samples.
    /// </summary>
    internal const ushort Version = 1;

    private const ulong VersionUnit = 1UL << 48;

    private readonly PathTree _tree;
    private readonly ContentCatalog _catalog;
    private readonly CopyTable _contents;
    private readonly CatalogKeys _keys;
    private readonly FactKind _kind;
    private readonly uint _readAt;
    private readonly NativeBuffer<Digest128> _facts;

    private KnownMedia(FindOptions options, PathTree tree, CopyTable contents, SearchContext context)
    {
        _tree = tree;
        _catalog = options.Catalog!;
        _contents = contents;
        _keys = new CatalogKeys(tree, contents);
        _kind = options.Media == MediaPolicy.Strict ? FactKind.StrictMedia : FactKind.LooseMedia;
        _readAt = (uint)context.Begun.Seconds;
        _facts = new NativeBuffer<Digest128>(contents.Count);
        _facts.Span.Clear();
        if (!options.Reread)
        {
            new CatalogQuestions(_catalog, tree, contents, _keys).Ask(context, uniques: true, Take);
        }
    }

    /// <summary>Gets the mark of a file without media.</summary>
    private static Digest128 NoMedia => new(Version * VersionUnit, 1);

    /// <summary>Asks the catalog of a search, if it has one that may be believed.</summary>
    internal static KnownMedia? For(FindOptions options, PathTree tree, CopyTable contents, SearchContext context) =>
        options.Catalog is not null && options.Proof == ProofDemand.Standard
            ? new KnownMedia(options, tree, contents, context)
            : null;

    public void Dispose() => _facts.Dispose();

    /// <summary>Returns the contents about which nothing is known.</summary>
    internal NativeList<int> UnknownOf(NativeList<int> contents)
    {
        var unknown = new NativeList<int>();
        foreach (int content in contents)
        {
            if (_facts[content] == default)
            {
                unknown.Add(content);
            }
        }

        return unknown;
    }

    /// <summary>Returns the known contents that may have the same payload as another content.</summary>
    /// <param name="known">The contents that were not opened because they are known.</param>
    /// <param name="rows">What was revealed about the others.</param>
    internal NativeList<int> AlikeOf(NativeList<int> known, NativeList<MediaRow> rows)
    {
        Dictionary<Digest128, int> counts = [];
        foreach (ref readonly MediaRow row in rows)
        {
            Count(counts, DigestOf(row));
        }

        foreach (int content in known)
        {
            Count(counts, _facts[content]);
        }

        var alike = new NativeList<int>();
        foreach (int content in known)
        {
            if (_facts[content] != NoMedia && counts[_facts[content]] > 1)
            {
                alike.Add(content);
            }
        }

        return alike;
    }

    /// <summary>Adds to the catalog what glances revealed.</summary>
    /// <param name="contents">The contents that were opened, or glanced at while they were open.</param>
    /// <param name="rows">Those that are media.</param>
    /// <param name="notComparable">Those about which nothing is kept.</param>
    internal void Add(
        NativeBits contents, NativeList<MediaRow> rows, NativeList<NotComparableRow> notComparable)
    {
        using var facts = new NativeBuffer<Digest128>(_contents.Count);
        facts.Span.Fill(NoMedia);
        foreach (ref readonly MediaRow row in rows)
        {
            facts[row.Content] = DigestOf(row);
        }

        foreach (ref readonly NotComparableRow row in notComparable)
        {
            facts[row.Content] = default;
        }

        var notes = new FactNotes(_catalog, _tree, _keys, _readAt);
        for (int content = contents.NextSet(0); content < contents.Length; content = contents.NextSet(content + 1))
        {
            if (facts[content] != default && _contents.States[content] != CopyState.Failed)
            {
                notes.Add(content, _kind, facts[content]);
            }
        }

        notes.Flush();
    }

    private static void Count(Dictionary<Digest128, int> counts, Digest128 digest) =>
        CollectionsMarshal.GetValueRefOrAddDefault(counts, digest, out _)++;

    private static Digest128 DigestOf(in MediaRow row)
    {
        ReadOnlySpan<ulong> all =
        [
            (ulong)row.Format, row.IsWhole ? 1UL : 0, row.Key.High, row.Key.Low, (ulong)row.Bytes, row.Digest.High,
            row.Digest.Low,
        ];
        Digest128 digest = Xxh3.Hash128(MemoryMarshal.AsBytes(all));
        return digest with { High = (digest.High % VersionUnit) + (Version * VersionUnit) };
    }

    private void Take(int content, in ContentFact fact)
    {
        if (fact.Kind == _kind)
        {
            _facts[content] = fact.Value.High / VersionUnit == Version ? fact.Value : default;
        }
    }
}
