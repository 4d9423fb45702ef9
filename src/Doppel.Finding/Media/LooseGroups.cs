using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Counts the groups that the loose policy may add to those of the strict one.</summary>
/// <remarks>Judges by headers and sizes alone, so there may be fewer.</remarks>
internal sealed class LooseGroups : IDisposable
{
    private readonly NativeList<LooseContent> _contents = new();

    public void Dispose() => _contents.Dispose();

    /// <summary>Adds a content.</summary>
    /// <param name="content">The number of the content.</param>
    /// <param name="loose">Its <see cref="MediaRow.Loose"/>.</param>
    internal void Add(int content, ulong loose)
    {
        if (loose != 0)
        {
            _contents.Add(new LooseContent(loose, content));
        }
    }

    /// <summary>Returns the number of groups that would be new, or larger than under the strict policy.</summary>
    /// <param name="found">The groups under the strict policy.</param>
    internal int Count(MediaTable found)
    {
        HashSet<ulong> repeated = FindRepeated();
        if (repeated.Count == 0)
        {
            return 0;
        }

        Dictionary<int, int> groupOf = [];
        int number = 0;
        found.ForEachGroup((in MediaGroupRow _, ReadOnlySpan<MediaMember> members) =>
        {
            number++;
            foreach (MediaMember member in members)
            {
                groupOf[member.Content] = number;
            }
        });

        // Contents without a group count as one each.
        Dictionary<ulong, int> firstOf = [];
        HashSet<ulong> gaining = [];
        foreach (LooseContent one in _contents)
        {
            if (!repeated.Contains(one.Loose))
            {
                continue;
            }

            int group = groupOf.GetValueOrDefault(one.Content, -one.Content - 1);
            if (!firstOf.TryAdd(one.Loose, group) && firstOf[one.Loose] != group)
            {
                gaining.Add(one.Loose);
            }
        }

        return gaining.Count;
    }

    private HashSet<ulong> FindRepeated()
    {
        using var sorted = new NativeBuffer<ulong>(_contents.Count);
        for (int i = 0; i < sorted.Length; i++)
        {
            sorted[i] = _contents[i].Loose;
        }

        KeySorter.Sort(sorted.Span);
        HashSet<ulong> repeated = [];
        for (int i = 1; i < sorted.Length; i++)
        {
            if (sorted[i] == sorted[i - 1])
            {
                repeated.Add(sorted[i]);
            }
        }

        return repeated;
    }

    private readonly record struct LooseContent(ulong Loose, int Content);
}
