namespace Doppel.S3;

/// <summary>The signing key for one day. Immutable, so threads can share it.</summary>
internal sealed class DayKey(long day, byte[] key)
{
    /// <summary>The number of days since 0001-01-01, in UTC.</summary>
    internal long Day { get; } = day;

    /// <summary>The key, 32 bytes.</summary>
    internal byte[] Key { get; } = key;
}
