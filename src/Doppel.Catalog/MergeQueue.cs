namespace Doppel.Catalog;

/// <summary>Merges sorted records of several cursors into one sequence. Not thread-safe.</summary>
/// <remarks>A heap of the cursors' current keys. Of equal keys, that of the earlier cursor comes first.</remarks>
internal sealed class MergeQueue
{
    private readonly IReadOnlyList<RunCursor> _cursors;
    private readonly Entry[] _heap;
    private int _count;

    /// <param name="cursors">The cursors, oldest first, each before its first record.</param>
    internal MergeQueue(IReadOnlyList<RunCursor> cursors)
    {
        _cursors = cursors;
        _heap = new Entry[cursors.Count];
        for (int i = 0; i < cursors.Count; i++)
        {
            if (cursors[i].MoveNext())
            {
                _heap[_count++] = new Entry(cursors[i].Current, i);
            }
        }

        for (int i = (_count / 2) - 1; i >= 0; i--)
        {
            SiftDown(i);
        }
    }

    /// <summary>Takes the next record.</summary>
    /// <param name="record">The record.</param>
    /// <param name="texts">Where its text is, if it has one.</param>
    internal bool TryTake(out FactRecord record, out TextPlace texts)
    {
        if (_count == 0)
        {
            (record, texts) = (default, default);
            return false;
        }

        int cursor = _heap[0].Cursor;
        (record, texts) = (_cursors[cursor].Current, _cursors[cursor].Texts);
        _heap[0] = _cursors[cursor].MoveNext() ? new Entry(_cursors[cursor].Current, cursor) : _heap[--_count];
        SiftDown(0);
        return true;
    }

    private void SiftDown(int parent)
    {
        Entry moved = _heap[parent];
        while (true)
        {
            int child = (2 * parent) + 1;
            if (child + 1 < _count && _heap[child + 1].IsBefore(_heap[child]))
            {
                child++;
            }

            if (child >= _count || !_heap[child].IsBefore(moved))
            {
                break;
            }

            _heap[parent] = _heap[child];
            parent = child;
        }

        _heap[parent] = moved;
    }

    private readonly struct Entry(in FactRecord record, int cursor)
    {
        private readonly ulong _inode = record.Inode;
        private readonly uint _kind = record.Kind;

        internal int Cursor { get; } = cursor;

        internal bool IsBefore(in Entry other)
        {
            if (_inode != other._inode)
            {
                return _inode < other._inode;
            }

            return _kind != other._kind ? _kind < other._kind : Cursor < other.Cursor;
        }
    }
}
