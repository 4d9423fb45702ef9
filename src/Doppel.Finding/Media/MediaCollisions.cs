using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Finds contents that may have the same payload.</summary>
internal static class MediaCollisions
{
    /// <summary>Calls an action for each set of two or more rows that may be twins, smallest content first.</summary>
    /// <param name="rows">What is known of the payloads, one row per content.</param>
    /// <param name="action">The action for each set. The rows are valid until it returns.</param>
    internal static void ForEach(NativeList<MediaRow> rows, MediaRowsAction action)
    {
        // Few rows are alike; sorting them all would take ten times as long as sorting their hashes.
        using var hashes = new NativeBuffer<ulong>(rows.Count);
        for (int i = 0; i < rows.Count; i++)
        {
            hashes[i] = ((ulong)rows[i].Hash << 32) | (uint)i;
        }

        KeySorter.Sort(hashes.Span);
        using var alike = new NativeList<MediaRow>();
        for (int i = 0; i < hashes.Length; i++)
        {
            alike.Add(rows[(int)hashes[i]]);
            if (i + 1 == hashes.Length || hashes[i + 1] >> 32 != hashes[i] >> 32)
            {
                ForEachOf(alike.Span, action);
                alike.Clear();
            }
        }
    }

    private static void ForEachOf(Span<MediaRow> alike, MediaRowsAction action)
    {
        if (alike.Length > 1)
        {
            alike.Sort(MediaRow.Compare);
        }

        for (int first = 0; first < alike.Length;)
        {
            int end = first + 1;
            while (end < alike.Length && MediaRow.MayBeTwins(alike[first], alike[end]))
            {
                end++;
            }

            if (end - first > 1)
            {
                action(alike[first..end]);
            }

            first = end;
        }
    }
}

/// <summary>Processes contents that may have the same payload.</summary>
/// <param name="same">Two or more such contents.</param>
internal delegate void MediaRowsAction(ReadOnlySpan<MediaRow> same);
