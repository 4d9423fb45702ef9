using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>What the catalog knows about the media among contents, so that they need not be opened.</summary>
/// <remarks>
/// A fact is the mark of a file without media, the mark of one that is not comparable, or a hash of what a glance at
/// the headers reveals, which is equal for contents that may have the same payload and almost never for others,
/// together with <see cref="MediaRow.Loose"/>. A content whose hash no other one has is not opened. About the others,
/// <see cref="CatalogTwins"/> knows more.
/// </remarks>
internal sealed class CatalogMedia : IDisposable
{
    /// <summary>
    /// The version of everything that parses media and reads tags, and of the form in which both are kept. Raise it
    /// whenever any file may be judged or tagged differently than before; what older versions noted is then not
    /// believed. A test compares the judgment of samples.
    /// </summary>
    internal const ushort Version = 10;

    private const ulong VersionUnit = 1UL << 48;
    private const ulong MarkMax = 2;

    private readonly CatalogAccess _catalog;
    private readonly CopyTable _contents;
    private readonly FactKind _kind;
    private readonly NativeBuffer<Digest128> _facts;

    private CatalogMedia(CatalogAccess catalog, ContentList contents, SearchContext context)
    {
        _catalog = catalog;
        _contents = contents.Table;
        bool isStrict = context.Options.Media == MediaPolicy.Strict;
        _kind = isStrict ? FactKind.StrictMedia : FactKind.LooseMedia;
        _facts = new NativeBuffer<Digest128>(_contents.Count);
        _facts.Span.Clear();
        FactKind textKind = isStrict ? FactKind.StrictMediaText : FactKind.LooseMediaText;
        if (context.Options.Reread)
        {
            catalog.TakeBack(uniques: true, (_, kind) => kind == _kind || kind == textKind);
        }
        else
        {
            catalog.Ask(uniques: true, Take);
        }

        Twins = new CatalogTwins(this, contents, new MediaTexts(catalog, textKind));
    }

    /// <summary>Gets what is known about contents that look alike.</summary>
    internal CatalogTwins Twins { get; }

    /// <summary>Gets the mark of a file without media.</summary>
    private static Digest128 NoMedia => new(Version * VersionUnit, 1);

    /// <summary>Gets the mark of a file that looks like media and is not comparable.</summary>
    private static Digest128 NotComparable => new(Version * VersionUnit, MarkMax);

    /// <summary>Asks the catalog of a search, if it has one that may be believed.</summary>
    internal static CatalogMedia? For(ContentList contents, SearchContext context) =>
        CatalogAccess.For(contents.Table, context) is { } catalog ? new CatalogMedia(catalog, contents, context) : null;

    public void Dispose()
    {
        Twins.Dispose();
        _facts.Dispose();
    }

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

    /// <summary>Returns whether a content looks like media and is not comparable.</summary>
    internal bool IsNotComparable(int content) => _facts[content] == NotComparable;

    /// <summary>Adds sets of two or more contents that may have the same payload.</summary>
    /// <param name="members">Receives the contents, set by set.</param>
    /// <param name="ends">Receives the end of each set.</param>
    internal void AddAlike(NativeList<int> members, NativeList<int> ends)
    {
        // Few are alike; sorting by complete hashes would take ten times as long.
        using var hashes = new NativeList<ulong>();
        for (int content = 0; content < _facts.Length; content++)
        {
            if (_facts[content].Low > MarkMax)
            {
                hashes.Add((_facts[content].Low << 32) | (uint)content);
            }
        }

        KeySorter.Sort(hashes.Span);
        for (int first = 0; first < hashes.Count;)
        {
            int end = first + 1;
            while (end < hashes.Count && hashes[end] >> 32 == hashes[first] >> 32)
            {
                end++;
            }

            if (end - first > 1)
            {
                AddAlike(hashes.Span[first..end], members, ends);
            }

            first = end;
        }
    }

    /// <summary>Adds the contents of which <see cref="MediaRow.Loose"/> is known.</summary>
    internal void AddLoose(LooseGroups groups)
    {
        for (int content = 0; content < _facts.Length; content++)
        {
            groups.Add(content, _facts[content].High % VersionUnit);
        }
    }

    /// <summary>Takes what glances revealed.</summary>
    /// <param name="glanced">The contents that were opened, or glanced at while they were open.</param>
    /// <param name="rows">Those that are media.</param>
    /// <param name="notComparable">Those that are not comparable.</param>
    internal void Take(NativeBits glanced, NativeList<MediaRow> rows, NativeList<NotComparableRow> notComparable)
    {
        for (int content = glanced.NextSet(0); content < glanced.Length; content = glanced.NextSet(content + 1))
        {
            _facts[content] = _contents.States[content] == CopyState.Failed ? default : NoMedia;
        }

        foreach (ref readonly MediaRow row in rows)
        {
            _facts[row.Content] = FactOf(row);
        }

        foreach (ref readonly NotComparableRow row in notComparable)
        {
            _facts[row.Content] = NotComparable;
        }
    }

    /// <summary>Adds to the catalog what glances revealed.</summary>
    internal void Note(NativeBits glanced)
    {
        FactWriter writer = _catalog.NewWriter();
        for (int content = glanced.NextSet(0); content < glanced.Length; content = glanced.NextSet(content + 1))
        {
            if (_facts[content] != default)
            {
                writer.Add(content, _kind, _facts[content]);
            }
        }

        writer.Flush();
    }

    private static Digest128 FactOf(in MediaRow row) =>
        new((Version * VersionUnit) + row.Loose, Math.Max(row.Glanced.Low, MarkMax + 1));

    // Of contents with equal halves of hashes, adds those with equal hashes.
    private void AddAlike(Span<ulong> hashes, NativeList<int> members, NativeList<int> ends)
    {
        hashes.Sort((left, right) =>
        {
            int order = _facts[(int)left].Low.CompareTo(_facts[(int)right].Low);
            return order != 0 ? order : left.CompareTo(right);
        });
        for (int first = 0; first < hashes.Length;)
        {
            int end = first + 1;
            while (end < hashes.Length && _facts[(int)hashes[end]].Low == _facts[(int)hashes[first]].Low)
            {
                end++;
            }

            if (end - first > 1)
            {
                foreach (ulong hash in hashes[first..end])
                {
                    members.Add((int)hash);
                }

                ends.Add(members.Count);
            }

            first = end;
        }
    }

    private void Take(int content, in ContentFact fact)
    {
        if (fact.Kind == _kind)
        {
            _facts[content] = fact.Value.High / VersionUnit == Version ? fact.Value : default;
        }
    }
}
