using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The names of each content, which can be removed one by one.</summary>
/// <remarks>Names are leaf numbers, so the names below a folder form one range.</remarks>
internal sealed class ContentNames : IDisposable
{
    // Where the names of each content begin; the leaves, by content and then by number; and the position of each leaf
    // among them.
    private readonly NativeBuffer<int> _starts;
    private readonly NativeBuffer<int> _names;
    private readonly NativeBuffer<int> _places;

    // For each position, the position itself, or a later one if its name was removed. The last one is the end.
    private readonly NativeBuffer<int> _following;

    internal ContentNames(FolderLeaves leaves)
    {
        _starts = new NativeBuffer<int>(leaves.Contents + 2);
        _names = new NativeBuffer<int>(leaves.Count);
        _places = new NativeBuffer<int>(leaves.Count);
        _following = new NativeBuffer<int>(leaves.Count + 1);
        _starts.Span.Clear();
        for (int leaf = 0; leaf < leaves.Count; leaf++)
        {
            _starts[leaves.ContentOf(leaf) + 2]++;
        }

        for (int i = 1; i < _starts.Length; i++)
        {
            _starts[i] += _starts[i - 1];
        }

        for (int leaf = 0; leaf < leaves.Count; leaf++)
        {
            int place = _starts[leaves.ContentOf(leaf) + 1]++;
            _names[place] = leaf;
            _places[leaf] = place;
        }

        for (int place = 0; place < _following.Length; place++)
        {
            _following[place] = place;
        }
    }

    public void Dispose()
    {
        _starts.Dispose();
        _names.Dispose();
        _places.Dispose();
        _following.Dispose();
    }

    /// <summary>Returns the number of names that a content had initially.</summary>
    internal int CountOf(int content) => _starts[content + 1] - _starts[content];

    /// <summary>Returns the first remaining name of a content at or after a leaf, or -1 if there is none.</summary>
    internal int NextOf(int content, int leaf)
    {
        Span<int> names = _names.Span[_starts[content].._starts[content + 1]];
        int at = names.BinarySearch<int, int>(leaf);
        int place = Follow(_starts[content] + (at < 0 ? ~at : at));
        return place < _starts[content + 1] ? _names[place] : -1;
    }

    /// <summary>Returns the last name of a content, even if it was removed.</summary>
    internal int LastOf(int content) => _names[_starts[content + 1] - 1];

    /// <summary>Returns the first name of a content, even if it was removed.</summary>
    internal int FirstOf(int content) => _names[_starts[content]];

    internal void Remove(int leaf) => _following[_places[leaf]] = _places[leaf] + 1;

    private int Follow(int place)
    {
        int end = place;
        while (_following[end] != end)
        {
            end = _following[end];
        }

        // Path compression: everything passed now points straight to the end.
        while (_following[place] != place)
        {
            (place, _following[place]) = (_following[place], end);
        }

        return end;
    }
}
