namespace Doppel.S3;

/// <summary>Detects cycles in a sequence of values while storing only two of them (Brent, 1980).</summary>
internal struct CircleCheck<T>
{
    private T? _last;
    private T? _kept;
    private int _pages;
    private int _keepsAt;

    /// <summary>Checks the value of the next page.</summary>
    /// <returns>
    /// Whether the value has occurred before. A repetition of the previous value is detected immediately, any other
    /// cycle in its third round at the latest.
    /// </returns>
    internal bool Repeats(T value)
    {
        if (_pages > 0 && (Is(value, _last) || Is(value, _kept)))
        {
            return true;
        }

        _last = value;
        if (_pages++ == _keepsAt)
        {
            _kept = value;
            _keepsAt = 2 * _pages;
        }

        return false;
    }

    private static bool Is(T value, T? other) => EqualityComparer<T>.Default.Equals(value, other);
}
