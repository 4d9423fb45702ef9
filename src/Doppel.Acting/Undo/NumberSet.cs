namespace Doppel.Acting;

/// <summary>A set of numbers that takes as much memory as it has gaps.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class NumberSet
{
    // The last number of each run of numbers by its first one.
    private readonly SortedList<long, long> _runs = [];

    /// <summary>Returns whether a number is in the set.</summary>
    internal bool Contains(long number) => IndexBefore(number) is >= 0 and int index && _runs.Values[index] >= number;

    /// <summary>Adds a number.</summary>
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

    // The run that starts at a number or last before it; -1 if none does.
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
