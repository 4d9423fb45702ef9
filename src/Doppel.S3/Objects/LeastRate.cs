namespace Doppel.S3;

/// <summary>
/// Measures whether a body arrives at the minimum rate, counting only the time that its reader spends waiting.
/// </summary>
internal struct LeastRate
{
    private TimeSpan _waited;
    private long _bytes;

    /// <summary>Records one read: the time it waited and the bytes it returned.</summary>
    internal void Add(TimeSpan waited, int bytes)
    {
        _waited += waited;
        _bytes += bytes;
    }

    /// <summary>
    /// Returns whether a window has ended with too few bytes. The next window starts when one ends.
    /// </summary>
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
