namespace Doppel.S3.Signing;

/// <summary>The key that a day's requests are signed with. Immutable, so that threads may share it.</summary>
internal sealed class DayKey(long day, byte[] key)
{
    /// <summary>Days since the year 1, in UTC.</summary>
    internal long Day { get; } = day;

    /// <summary>32 bytes.</summary>
    internal byte[] Key { get; } = key;
}
