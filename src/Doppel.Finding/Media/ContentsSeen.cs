using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>What was learned about contents while a matching step had one of their copies open.</summary>
internal sealed class ContentsSeen : IDisposable
{
    private const int None = -1;

    private readonly NativeBits _seen;

    /// <summary>Collects the results. If several copies of a content were examined, the first one counts.</summary>
    internal ContentsSeen(ContentList contents, CopyTable copies, MediaScanners scanners)
    {
        _seen = new NativeBits(contents.Table.Count);
        using NativeBuffer<int> contentOf = ContentOf(contents, copies.Count);
        using var told = new NativeBits(contents.Table.Count);
        using (NativeList<MediaRow> rows = scanners.Gather(copies, static scanner => scanner.Rows))
        {
            foreach (ref readonly MediaRow row in rows)
            {
                if (IsFirst(told, contentOf[row.Content]))
                {
                    Rows.Add(row with { Content = contentOf[row.Content] });
                }
            }
        }

        using (NativeList<NotComparableRow> rows = scanners.Gather(copies, static scanner => scanner.NotComparable))
        {
            foreach (ref readonly NotComparableRow row in rows)
            {
                if (IsFirst(told, contentOf[row.Content]))
                {
                    NotComparable.Add(row with { Content = contentOf[row.Content] });
                }
            }
        }

        using NativeList<int> glanced = scanners.Gather(copies, static scanner => scanner.Glanced);
        foreach (int copy in glanced)
        {
            if (contentOf[copy] != None)
            {
                _seen.Set(contentOf[copy]);
            }
        }
    }

    /// <summary>Gets the contents that are media.</summary>
    internal NativeList<MediaRow> Rows { get; } = new();

    internal NativeList<NotComparableRow> NotComparable { get; } = new();

    public void Dispose()
    {
        _seen.Dispose();
        Rows.Dispose();
        NotComparable.Dispose();
    }

    /// <summary>Returns the contents that have not been examined yet.</summary>
    internal NativeList<int> Others()
    {
        var others = new NativeList<int>();
        for (int content = 0; content < _seen.Length; content++)
        {
            if (!_seen[content])
            {
                others.Add(content);
            }
        }

        return others;
    }

    /// <summary>Returns the contents that have been examined, together with others.</summary>
    internal NativeBits And(NativeList<int> others)
    {
        var all = new NativeBits(_seen.Length);
        for (int content = _seen.NextSet(0); content < _seen.Length; content = _seen.NextSet(content + 1))
        {
            all.Set(content);
        }

        foreach (int content in others)
        {
            all.Set(content);
        }

        return all;
    }

    // Copies that failed or are empty belong to no content.
    private static NativeBuffer<int> ContentOf(ContentList contents, int copies)
    {
        var contentOf = new NativeBuffer<int>(copies);
        contentOf.Span.Fill(None);
        for (int content = 0; content < contents.Table.Count; content++)
        {
            foreach (int copy in contents.MembersOf(content))
            {
                contentOf[copy] = content;
            }
        }

        return contentOf;
    }

    private static bool IsFirst(NativeBits told, int content)
    {
        bool isFirst = content != None && !told[content];
        if (isFirst)
        {
            told.Set(content);
        }

        return isFirst;
    }
}
