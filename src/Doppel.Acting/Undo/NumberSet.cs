namespace Doppel.Acting;

/// <summary>A set of numbers whose memory use depends on the number of its gaps.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class NumberSet
{
    // The last number of each contiguous range, by its first number.
    private readonly SortedList<long, long> _runs = [];

    /// <summary>Returns whether a number is in the set.</summary>
    internal bool Contains(long number) => IndexBefore(number) is >= 0 and int index && _runs.Values[index] >= number;

    internal void Add(long number)
    {
        int before = IndexBefore(number);
        if (before >= 0 && _runs.Values[before] >= number)
        {
            return;
        }

        bool joinsBefore = before >= 0 && _runs.Values[before] == number - 1;
        bool joinsNext = before + 1 < _runs.Count && _runs.Keys[before + 1] == number + 1;
        long last = joinsNext ? _runs.Values[before + 1] : number;
        if (joinsNext)
        {
            _runs.RemoveAt(before + 1);
        }

        if (joinsBefore)
        {
            _runs.SetValueAtIndex(before, last);
        }
        else
        {
            _runs.Add(number, last);
        }
    }

    // Returns the index of the last range that starts at or before a number, or -1 if there is none.
    private int IndexBefore(long number)
    {
        (int low, int high) = (0, _runs.Count - 1);
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_runs.Keys[middle] <= number)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }

        return high;
    }
}
