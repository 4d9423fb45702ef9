using Doppel.Hashing;
using Doppel.Media;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The media groups of a search on their way from proof to report: confirms and sorts them.</summary>
internal sealed class MediaTable : IDisposable
{
    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly MediaPolicy? _policy;
    private readonly RootDemand _roots;
    private readonly bool _hasReferences;
    private readonly PathSorter _sorter;
    private readonly NativeList<MediaMember> _members = new();
    private readonly NativeList<MediaGroupRow> _groups = new();
    private readonly NativeList<int> _notComparable = new();
    private readonly NativeList<NotComparableRow> _whyNot = new();
    private readonly bool _keepsFacts;
    private NativeBuffer<CopyFacts>? _facts;
    private ReasonTable _reasons = new();

    /// <summary>Initializes an empty table.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="options">What was requested.</param>
    /// <param name="tags">The tags. The table takes ownership.</param>
    internal MediaTable(CopyTable copies, FindOptions options, TagStore tags)
    {
        _tree = copies.Tree;
        _copies = copies;
        _policy = options.Media;
        _roots = new RootDemand(copies, options, new SavedCopies(copies));
        _hasReferences = options.References > 0;
        _keepsFacts = options.CopyFacts;
        _sorter = new PathSorter(_tree);
        Tags = tags;
    }

    /// <summary>Gets the tags of the contents.</summary>
    internal TagStore Tags { get; }

    /// <summary>Gets or sets what was read to find the groups.</summary>
    internal ReadTotals Read { get; set; }

    /// <summary>Gets or sets how many groups the loose policy may add or enlarge, if the policy is strict.</summary>
    internal int LooseGroups { get; set; }

    internal int Count => _groups.Count;

    internal int NotComparableCount => _notComparable.Count;

    internal ReportMediaTotals Totals
    {
        get
        {
            var totals = new ReportMediaTotals
            {
                Groups = _groups.Count,
                NotComparable = _notComparable.Count,
                LooseGroups = LooseGroups,
            };
            foreach (ref readonly MediaGroupRow group in _groups)
            {
                totals = totals with
                {
                    Copies = totals.Copies + group.Count,
                    RedundantBytes = totals.RedundantBytes + group.RedundantBytes,
                };
            }

            return totals;
        }
    }

    public void Dispose()
    {
        _members.Dispose();
        _groups.Dispose();
        _notComparable.Dispose();
        _whyNot.Dispose();
        _facts?.Dispose();
        Tags.Dispose();
    }

    /// <summary>Adds groups of payloads.</summary>
    /// <param name="sinks">The sinks that hold the groups.</param>
    /// <param name="payloads">The copy table of the groups, with one copy per content.</param>
    /// <param name="contents">The contents and the copies that hold them.</param>
    internal void Take(IEnumerable<GroupSink> sinks, CopyTable payloads, ContentList contents)
    {
        foreach (GroupSink sink in sinks)
        {
            foreach (GroupRow group in sink.Groups)
            {
                Take(sink.Members.Span.Slice(group.First, group.Count), group.Proof, payloads, contents);
            }
        }
    }

    /// <summary>Adds the contents that are not comparable.</summary>
    internal void Take(NativeList<NotComparableRow> rows, ReasonTable reasons, ContentList contents)
    {
        _reasons = reasons;
        foreach (NotComparableRow row in rows)
        {
            _whyNot.Add(row);
            _notComparable.Add(FirstOf(contents.MembersOf(row.Content)));
        }
    }

    /// <summary>Adds a group that the catalog knows.</summary>
    /// <param name="equal">The contents of the group.</param>
    /// <param name="known">What is known about each of them.</param>
    /// <param name="contents">The contents and the copies that hold them.</param>
    internal void Take(ReadOnlySpan<int> equal, in MediaFact known, ContentList contents)
    {
        int first = _members.Count;
        foreach (int content in equal)
        {
            AddMembers(content, contents);
        }

        bool isHashed = known.Outcome == MediaOutcome.SameDigest;
        _groups.Add(new MediaGroupRow(
            first, _members.Count - first, known.Format, isHashed ? Proof.Digest : Proof.Bytes, known.Bytes,
            isHashed ? known.Digest : null, 0));
    }

    /// <summary>Passes on all groups with their contents, some of which occur several times in a row.</summary>
    internal void ForEachGroup(MediaGroupAction action)
    {
        foreach (ref readonly MediaGroupRow group in _groups)
        {
            action(group, _members.Span.Slice(group.First, group.Count));
        }
    }

    /// <summary>Returns the contents in groups whose tags are not known yet, each once.</summary>
    internal NativeList<int> Untagged()
    {
        var contents = new NativeList<int>();
        foreach (MediaMember member in _members)
        {
            // Copies of the same content are adjacent.
            bool isNext = contents.Count == 0 || contents[contents.Count - 1] != member.Content;
            if (isNext && !Tags.Has(member.Content))
            {
                contents.Add(member.Content);
            }
        }

        return contents;
    }

    /// <summary>Checks all members once more, removes those that changed, and sorts the groups.</summary>
    internal void Confirm(FinalCheck finalCheck)
    {
        using (var copies = new NativeList<int>())
        {
            foreach (MediaMember member in _members)
            {
                copies.Add(member.Copy);
            }

            _facts = _keepsFacts ? new NativeBuffer<CopyFacts>(copies.Count) : null;
            finalCheck.Confirm(copies, _facts);
            for (int i = 0; i < copies.Count; i++)
            {
                _members[i] = _members[i] with { Copy = copies[i] };
            }
        }

        Settle();
        finalCheck.Confirm(_notComparable, null);
        SettleNotComparable();
    }

    /// <summary>Converts a group for the report.</summary>
    internal ReportMediaGroup ToReport(int index)
    {
        MediaGroupRow group = _groups[index];
        var copies = new ReportMediaCopy[group.Count];
        var numbers = new Dictionary<int, int>();
        for (int i = 0; i < copies.Length; i++)
        {
            MediaMember member = _members[group.First + i];
            numbers.TryAdd(member.Content, numbers.Count);
            copies[i] = Tags.With(member.Content, new ReportMediaCopy
            {
                Copy = _copies.ToReport(member.Copy, _facts?[group.First + i]),
                Size = _copies.SizeOf(member.Copy),
                Content = numbers[member.Content],
            });
        }

        return new ReportMediaGroup
        {
            Format = MediaWords.Of(group.Format),
            Policy = _policy == MediaPolicy.Loose ? ReportMediaPolicy.Loose : ReportMediaPolicy.Strict,
            Proof = group.Proof,
            Digest = group.Digest,
            PayloadBytes = group.PayloadBytes,
            RedundantBytes = group.RedundantBytes,
            Copies = copies,
        };
    }

    /// <summary>Converts a content that is not comparable for the report, by its position in name order.</summary>
    internal ReportNotComparable NotComparableToReport(int index)
    {
        PathId name = _copies.FirstInOrderOf(_notComparable[index]);
        NotComparableRow why = _whyNot[index];
        return new ReportNotComparable(
            new ReportName(_tree.Render(name)), _tree.RootIndex(name), MediaWords.Of(why.Format), _reasons[why.Reason]);
    }

    private void Take(ReadOnlySpan<int> equal, Proof proof, CopyTable payloads, ContentList contents)
    {
        int first = _members.Count;
        Digest128? digest = null;
        foreach (int payload in equal)
        {
            AddMembers(payloads.Payloads!.ContentOf(payload), contents);
            digest = payloads.States[payload] == CopyState.Hashed ? payloads.Digests[payload] : digest;
        }

        _groups.Add(new MediaGroupRow(
            first, _members.Count - first, payloads.Payloads!.FormatOf(equal[0]), proof,
            payloads.SizeOf(equal[0]), digest, 0));
    }

    private void AddMembers(int content, ContentList contents)
    {
        foreach (int copy in contents.MembersOf(content))
        {
            _members.Add(new MediaMember(copy, content));
        }
    }

    private void Settle()
    {
        int kept = 0;
        foreach (MediaGroupRow group in _groups)
        {
            MediaGroupRow settled = WithoutLost(group);
            if (settled.Count > 0 && IsRequested(settled))
            {
                SortMembers(settled);
                _groups[kept++] = settled;
            }
        }

        _groups.Cut(kept);
        _groups.Span.Sort((left, right) =>
        {
            int byBytes = right.RedundantBytes.CompareTo(left.RedundantBytes);
            return byBytes != 0 ? byBytes : _tree.Compare(FirstOf(left), FirstOf(right));
        });
    }

    // Copies of the same content are still adjacent, so each content is counted once. If only one content remains, no
    // member is kept.
    private MediaGroupRow WithoutLost(MediaGroupRow group)
    {
        int kept = group.First;
        int contents = 0;
        int last = -1;
        long sum = 0;
        long largest = 0;
        long inReference = 0;
        int lastInReference = -1;
        for (int i = group.First; i < group.First + group.Count; i++)
        {
            MediaMember member = _members[i];
            if (member.Copy == FinalCheck.Dropped)
            {
                continue;
            }

            if (member.Content != last)
            {
                long size = _copies.SizeOf(member.Copy);
                contents++;
                sum += size;
                largest = Math.Max(largest, size);
                last = member.Content;
            }

            if (member.Content != lastInReference && _roots.IsStaying(member.Copy))
            {
                lastInReference = member.Content;
                inReference += _copies.SizeOf(member.Copy);
            }

            _members[kept] = member;
            if (_facts is not null)
            {
                _facts[kept] = _facts[i];
            }

            kept++;
        }

        return group with
        {
            Count = contents > 1 ? kept - group.First : 0,
            RedundantBytes = sum - (_hasReferences ? inReference : largest),
        };
    }

    private void SortMembers(MediaGroupRow group)
    {
        using var names = new NativeBuffer<PathId>(group.Count);
        using var items = new NativeBuffer<(MediaMember Member, CopyFacts Facts)>(group.Count);
        for (int i = 0; i < group.Count; i++)
        {
            names[i] = _copies.FirstInOrderOf(_members[group.First + i].Copy);
            items[i] = (_members[group.First + i], _facts?[group.First + i] ?? default);
        }

        _sorter.Sort(names.Span, items.Span);
        for (int i = 0; i < group.Count; i++)
        {
            (_members[group.First + i], CopyFacts facts) = items[i];
            if (_facts is not null)
            {
                _facts[group.First + i] = facts;
            }
        }
    }

    private int FirstOf(ReadOnlySpan<int> copies)
    {
        int first = copies[0];
        foreach (int copy in copies[1..])
        {
            bool isBefore = _tree.Compare(_copies.FirstInOrderOf(copy), _copies.FirstInOrderOf(first)) < 0;
            first = isBefore ? copy : first;
        }

        return first;
    }

    private PathId FirstOf(MediaGroupRow group) => _copies.FirstInOrderOf(_members[group.First].Copy);

    private bool IsRequested(MediaGroupRow group)
    {
        using var copies = new NativeBuffer<int>(group.Count);
        for (int i = 0; i < group.Count; i++)
        {
            copies[i] = _members[group.First + i].Copy;
        }

        return _roots.IsMetBy(copies.Span);
    }

    private void SettleNotComparable()
    {
        int kept = 0;
        for (int i = 0; i < _notComparable.Count; i++)
        {
            if (_notComparable[i] != FinalCheck.Dropped)
            {
                _notComparable[kept] = _notComparable[i];
                _whyNot[kept++] = _whyNot[i];
            }
        }

        _notComparable.Cut(kept);
        _whyNot.Cut(kept);
        using var names = new NativeBuffer<PathId>(kept);
        using var items = new NativeBuffer<(int Copy, NotComparableRow Why)>(kept);
        for (int i = 0; i < kept; i++)
        {
            names[i] = _copies.FirstInOrderOf(_notComparable[i]);
            items[i] = (_notComparable[i], _whyNot[i]);
        }

        _sorter.Sort(names.Span, items.Span);
        for (int i = 0; i < kept; i++)
        {
            (_notComparable[i], _whyNot[i]) = items[i];
        }
    }
}
