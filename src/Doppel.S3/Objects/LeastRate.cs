namespace Doppel.S3;

/// <summary>Measures whether a body arrives at the least rate, by the time that its reader spends waiting.</summary>
internal struct LeastRate
{
    private TimeSpan _waited;
    private long _bytes;

    /// <summary>Counts one read: how long it waited and what it brought.</summary>
    internal void Add(TimeSpan waited, int bytes)
    {
        _waited += waited;
        _bytes += bytes;
    }

    /// <summary>Returns whether a window ended with too few bytes. The next window begins after each one.</summary>
    internal bool IsTooLow(S3ClientOptions options)
    {
        if (_waited < options.DownloadWindow)
        {
            return false;
        }

        bool isTooLow = _bytes < options.DownloadBytesMin;
        _waited = TimeSpan.Zero;
        _bytes = 0;
        return isTooLow;
    }
}
