namespace Doppel.Reports;

/// <summary>The rules for the copies of a media group.</summary>
internal static class MediaRules
{
    // Comparing this few names with each other takes less time than building a set.
    private const int FewTags = 16;

    /// <summary>Rejects groups that no reader could reproduce.</summary>
    public static void Check(ReportMediaGroup group)
    {
        if (!IsFormatWord(group.Format) || group.PayloadBytes < 1 || group.Copies.Count < 2)
        {
            throw new ArgumentException(
                "A media group needs a word for its format, a payload and at least two copies.", nameof(group));
        }

        for (int i = 0; i < group.Copies.Count; i++)
        {
            CheckTags(group.Copies[i].Tags);
        }
    }

    /// <summary>Returns whether the name of a format consists of lowercase letters, digits and hyphens.</summary>
    public static bool IsFormatWord(string word)
    {
        foreach (char letter in word)
        {
            if (letter is not ((>= 'a' and <= 'z') or (>= '0' and <= '9') or '-'))
            {
                return false;
            }
        }

        return word.Length > 0;
    }

    /// <summary>
    /// Returns whether contents are numbered in the order of the copies, copies with the same number have the same
    /// size, and there are at least two contents.
    /// </summary>
    public static bool AreNumbered(IReadOnlyList<ReportMediaCopy> copies)
    {
        List<long> sizes = [];
        foreach (ReportMediaCopy copy in copies)
        {
            if (copy.Content < 0 || copy.Content > sizes.Count || copy.Size < 0)
            {
                return false;
            }

            if (copy.Content == sizes.Count)
            {
                sizes.Add(copy.Size);
            }
            else if (sizes[copy.Content] != copy.Size)
            {
                return false;
            }
        }

        return sizes.Count > 1;
    }

    /// <summary>Returns the total size of all contents but the largest, or 0 if sizes are unknown.</summary>
    public static long Redundant(IEnumerable<ReportMediaCopy> copies)
    {
        HashSet<int> seen = [];
        Int128 sum = 0;
        long largest = 0;
        foreach (ReportMediaCopy copy in copies)
        {
            if (copy.Size > 0 && copy.Content >= 0 && seen.Add(copy.Content))
            {
                sum += copy.Size;
                largest = Math.Max(largest, copy.Size);
            }
        }

        return (long)Int128.Min(sum - largest, long.MaxValue);
    }

    private static void CheckTags(IReadOnlyList<ReportTag> tags)
    {
        HashSet<string>? names = tags.Count > FewTags ? [] : null;
        for (int i = 0; i < tags.Count; i++)
        {
            ReportTag tag = tags[i];
            if (tag.Name.Length == 0 || tag.Values.Count == 0
                || (names is null ? IsNamedBefore(tags, i) : !names.Add(tag.Name)))
            {
                throw new ArgumentException(
                    "Tags of a copy need a name, each another one, and at least one value.", nameof(tags));
            }
        }
    }

    private static bool IsNamedBefore(IReadOnlyList<ReportTag> tags, int index)
    {
        for (int i = 0; i < index; i++)
        {
            if (tags[i].Name == tags[index].Name)
            {
                return true;
            }
        }

        return false;
    }
}
