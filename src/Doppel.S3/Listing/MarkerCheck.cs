namespace Doppel.S3;

/// <summary>Notices when pages go round in a circle, by comparing where they go on (Brent, 1980).</summary>
internal struct MarkerCheck
{
    private string? _last;
    private string? _kept;
    private int _pages;
    private int _keepsAt;

    /// <summary>Looks at where the next page begins.</summary>
    /// <returns>Whether this was so before: at once for the last time, else at the third round at the latest.</returns>
    internal bool Repeats(string marker)
    {
        if (marker == _last || marker == _kept)
        {
            return true;
        }

        _last = marker;
        if (_pages++ == _keepsAt)
        {
            _kept = marker;
            _keepsAt = 2 * _pages;
        }

        return false;
    }
}
