using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The names of each content, of which some go while others stay.</summary>
/// <remarks>Names are numbers of leaves, so those below a folder are one range.</remarks>
internal sealed class ContentNames : IDisposable
{
    // By content, then by number: where each content's begin, the leaves, and where each leaf stands among them.
    private readonly NativeBuffer<int> _starts;
    private readonly NativeBuffer<int> _names;
    private readonly NativeBuffer<int> _places;

    // For each place itself, or if it is gone one further on; the end for the last.
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

    /// <summary>How many names a content had at first.</summary>
    internal int CountOf(int content) => _starts[content + 1] - _starts[content];

    /// <summary>The first name that is still there, from a leaf on; -1 if there is none.</summary>
    internal int NextOf(int content, int leaf)
    {
        Span<int> names = _names.Span[_starts[content].._starts[content + 1]];
        int at = names.BinarySearch<int, int>(leaf);
        int place = Follow(_starts[content] + (at < 0 ? ~at : at));
        return place < _starts[content + 1] ? _names[place] : -1;
    }

    /// <summary>The last name, there or not.</summary>
    internal int LastOf(int content) => _names[_starts[content + 1] - 1];

    /// <summary>The first name, there or not.</summary>
    internal int FirstOf(int content) => _names[_starts[content]];

    /// <summary>Takes a name away.</summary>
    internal void Remove(int leaf) => _following[_places[leaf]] = _places[leaf] + 1;

    private int Follow(int place)
    {
        int end = place;
        while (_following[end] != end)
        {
            end = _following[end];
        }

        // What was passed leads there at once from now on.
        while (_following[place] != place)
        {
            (place, _following[place]) = (_following[place], end);
        }

        return end;
    }
}
