using System.Text;
using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// What the catalog knows about contents that look alike: which have the same payload, what their tags are, and why
/// some are not comparable.
/// </summary>
/// <remarks>
/// Contents that look alike form a set. How they compare is believed if the catalog has a text about each of them, and
/// all texts are about exactly this set. Otherwise all of them are opened, as if nothing were known.
/// </remarks>
internal sealed class CatalogTwins : IDisposable
{
    private readonly CatalogMedia _known;
    private readonly ContentList _contents;
    private readonly MediaTexts _texts;

    // Set for contents that look alike or are not comparable.
    private readonly NativeBuffer<Verdict> _verdicts;
    private readonly NativeBits _settled;

    /// <param name="known">What is known about headers.</param>
    /// <param name="contents">The contents.</param>
    /// <param name="texts">The texts of the catalog, which this disposes.</param>
    internal CatalogTwins(CatalogMedia known, ContentList contents, MediaTexts texts)
    {
        (_known, _contents, _texts) = (known, contents, texts);
        _verdicts = new NativeBuffer<Verdict>(contents.Table.Count);
        _settled = new NativeBits(contents.Table.Count);
    }

    public void Dispose()
    {
        _verdicts.Dispose();
        _settled.Dispose();
        _texts.Dispose();
    }

    /// <summary>Adds to the result what the catalog knows.</summary>
    /// <param name="glanced">The contents that were examined in this search.</param>
    /// <param name="found">Receives groups, tags, and contents that are not comparable.</param>
    /// <param name="reasons">The table that numbers reasons.</param>
    /// <returns>The contents that have to be examined, since too little is known.</returns>
    internal NativeList<int> Settle(NativeBits glanced, MediaTable found, ReasonTable reasons)
    {
        using var members = new NativeList<int>();
        using var ends = new NativeList<int>();
        _known.AddAlike(members, ends);
        using NativeList<int> notComparable = NotComparableExcept(glanced);
        using (var asked = new NativeList<int>())
        {
            asked.AddRange(members.Span);
            asked.AddRange(notComparable.Span);
            Ask(asked, found.Tags, reasons);
        }

        var left = new NativeList<int>();
        using var settled = new NativeList<NotComparableRow>();
        int first = 0;
        foreach (int end in ends)
        {
            Settle(members.Span[first..end], glanced, found, settled, left);
            first = end;
        }

        foreach (int content in notComparable)
        {
            Verdict verdict = _verdicts[content];
            if (verdict.Known.Outcome == MediaOutcome.NotComparable)
            {
                settled.Add(new NotComparableRow(content, verdict.Known.Format, verdict.Reason));
            }
            else
            {
                left.Add(content);
            }
        }

        found.Take(settled, reasons, _contents);
        return left;
    }

    /// <summary>Removes the rows of contents that need no further steps.</summary>
    internal void RemoveSettled(NativeList<MediaRow> rows)
    {
        int kept = 0;
        for (int i = 0; i < rows.Count; i++)
        {
            if (!_settled[rows[i].Content])
            {
                rows[kept++] = rows[i];
            }
        }

        rows.Cut(kept);
    }

    /// <summary>Adds to the catalog how contents compare, and why some are not comparable.</summary>
    /// <param name="rows">What was known about those that were compared.</param>
    /// <param name="payloads">The table in which they were compared.</param>
    /// <param name="notComparable">Those that are not comparable.</param>
    /// <param name="found">The groups, and the tags of their contents.</param>
    /// <param name="reasons">The table that numbers reasons.</param>
    internal void Note(
        NativeList<MediaRow> rows, CopyTable payloads, NativeList<NotComparableRow> notComparable, MediaTable found,
        ReasonTable reasons)
    {
        foreach (ref readonly MediaRow row in rows)
        {
            _verdicts[row.Content] = new Verdict(new MediaFact(MediaOutcome.Alone, row.Format, 0, 0));
        }

        found.ForEachGroup(TakeGroup);
        foreach (ref readonly NotComparableRow row in notComparable)
        {
            _verdicts[row.Content] = new Verdict(
                new MediaFact(MediaOutcome.NotComparable, row.Format, 0, 0), row.Reason);
        }

        for (int payload = 0; payload < payloads.Count; payload++)
        {
            if (payloads.States[payload] == CopyState.Failed)
            {
                _verdicts[payloads.Payloads!.ContentOf(payload)] = default;
            }
        }

        MediaCollisions.ForEach(rows, same => NoteSet(same, found.Tags, reasons));
        foreach (ref readonly NotComparableRow row in notComparable)
        {
            // Others look as if they were comparable, and belong to a set.
            if (_known.IsNotComparable(row.Content))
            {
                _texts.Add(row.Content, _verdicts[row.Content].Known, Encoding.UTF8.GetBytes(reasons[row.Reason]));
            }
        }
    }

    private NativeList<int> NotComparableExcept(NativeBits glanced)
    {
        var contents = new NativeList<int>();
        for (int content = 0; content < glanced.Length; content++)
        {
            if (!glanced[content] && _known.IsNotComparable(content))
            {
                contents.Add(content);
            }
        }

        return contents;
    }

    private void Ask(NativeList<int> contents, TagStore tags, ReasonTable reasons)
    {
        foreach (int content in contents)
        {
            _verdicts[content] = default;
            tags.Clear(content);
        }

        _texts.Ask(contents, (int content, in ContentFact _, ReadOnlySpan<byte> text) =>
        {
            if (!MediaFact.TryRead(text, out MediaFact known, out ReadOnlySpan<byte> rest))
            {
                return;
            }

            bool isReason = known.Outcome == MediaOutcome.NotComparable;
            _verdicts[content] = new Verdict(known, isReason ? reasons.NumberOf(Encoding.UTF8.GetString(rest)) : 0);
            if (known.IsTwin)
            {
                tags.AddStored(content, rest);
            }
        });
    }

    private void Settle(
        Span<int> set, NativeBits glanced, MediaTable found, NativeList<NotComparableRow> notComparable,
        NativeList<int> left)
    {
        if (!IsKnown(set))
        {
            foreach (int content in set)
            {
                if (!glanced[content])
                {
                    left.Add(content);
                }
            }

            return;
        }

        foreach (int content in set)
        {
            _settled.Set(content);
            if (_verdicts[content].Known.Outcome == MediaOutcome.NotComparable)
            {
                notComparable.Add(new NotComparableRow(
                    content, _verdicts[content].Known.Format, _verdicts[content].Reason));
            }
        }

        AddGroups(set, found);
    }

    private bool IsKnown(ReadOnlySpan<int> set)
    {
        ulong all = 0;
        foreach (int content in set)
        {
            all += _verdicts[content].Known.Own;
        }

        foreach (int content in set)
        {
            MediaFact known = _verdicts[content].Known;
            if (known.Outcome == MediaOutcome.Unknown || known.Compared != all)
            {
                return false;
            }
        }

        return true;
    }

    // Contents with the same payload have one number in common, and others have none.
    private void AddGroups(Span<int> set, MediaTable found)
    {
        set.Sort((left, right) =>
        {
            int order = _verdicts[left].Known.Equal.CompareTo(_verdicts[right].Known.Equal);
            return order != 0 ? order : left.CompareTo(right);
        });
        for (int first = 0; first < set.Length;)
        {
            MediaFact known = _verdicts[set[first]].Known;
            int end = first + 1;
            while (end < set.Length && _verdicts[set[end]].Known.Equal == known.Equal)
            {
                end++;
            }

            if (known.IsTwin)
            {
                found.Take(set[first..end], known, _contents);
            }

            first = end;
        }
    }

    private void TakeGroup(in MediaGroupRow group, ReadOnlySpan<MediaMember> members)
    {
        ulong equal = 0;
        int last = -1;
        foreach (MediaMember member in members)
        {
            // Copies of the same content are adjacent.
            if (member.Content != last && _texts.TryGetState(member.Content, out ulong state))
            {
                equal += state;
            }

            last = member.Content;
        }

        MediaOutcome outcome = group.Proof == Proof.Digest ? MediaOutcome.SameDigest : MediaOutcome.SameBytes;
        foreach (MediaMember member in members)
        {
            _verdicts[member.Content] = new Verdict(new MediaFact(
                outcome, group.Format, 0, 0, equal, group.PayloadBytes, group.Digest ?? default));
        }
    }

    private void NoteSet(ReadOnlySpan<MediaRow> set, TagStore tags, ReasonTable reasons)
    {
        ulong all = 0;
        foreach (ref readonly MediaRow row in set)
        {
            Verdict verdict = _verdicts[row.Content];
            bool isKnown = verdict.Known.Outcome != MediaOutcome.Unknown
                && _contents.Table.States[row.Content] != CopyState.Failed
                && _texts.TryGetState(row.Content, out _);
            bool isTagged = !verdict.Known.IsTwin
                || (tags.Has(row.Content) && MediaTexts.Fits(tags.StoredOf(row.Content).Length));
            if (!isKnown || !isTagged)
            {
                return;
            }

            _texts.TryGetState(row.Content, out ulong state);
            all += state;
        }

        foreach (ref readonly MediaRow row in set)
        {
            Verdict verdict = _verdicts[row.Content];
            _texts.TryGetState(row.Content, out ulong own);
            _texts.Add(
                row.Content, verdict.Known with { Own = own, Compared = all },
                RestOf(row.Content, verdict, tags, reasons));
        }
    }

    private static ReadOnlySpan<byte> RestOf(int content, Verdict verdict, TagStore tags, ReasonTable reasons) =>
        verdict.Known.Outcome switch
        {
            MediaOutcome.SameBytes or MediaOutcome.SameDigest => tags.StoredOf(content),
            MediaOutcome.NotComparable => Encoding.UTF8.GetBytes(reasons[verdict.Reason]),
            _ => default,
        };

    /// <summary>What is known about a content in this search.</summary>
    /// <param name="Known">What the catalog knows, or will.</param>
    /// <param name="Reason">The number of the reason if the content is not comparable.</param>
    private readonly record struct Verdict(MediaFact Known, int Reason = 0);
}
