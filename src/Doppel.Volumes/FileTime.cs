namespace Doppel.Volumes;

/// <summary>A point in time as file systems keep it: seconds since 1970-01-01 UTC and nanoseconds.</summary>
/// <param name="Seconds">Whole seconds since 1970, negative before.</param>
/// <param name="Nanoseconds">0 to 999,999,999, counted forward from <paramref name="Seconds"/>.</param>
public readonly record struct FileTime(long Seconds, int Nanoseconds) : IComparable<FileTime>
{
    /// <inheritdoc/>
    public int CompareTo(FileTime other)
    {
        int bySeconds = Seconds.CompareTo(other.Seconds);
        return bySeconds != 0 ? bySeconds : Nanoseconds.CompareTo(other.Nanoseconds);
    }

    /// <summary>Whether <paramref name="left"/> is earlier.</summary>
    public static bool operator <(FileTime left, FileTime right) => left.CompareTo(right) < 0;

    /// <summary>Whether <paramref name="left"/> is later.</summary>
    public static bool operator >(FileTime left, FileTime right) => left.CompareTo(right) > 0;

    /// <summary>Whether <paramref name="left"/> is not later.</summary>
    public static bool operator <=(FileTime left, FileTime right) => left.CompareTo(right) <= 0;

    /// <summary>Whether <paramref name="left"/> is not earlier.</summary>
    public static bool operator >=(FileTime left, FileTime right) => left.CompareTo(right) >= 0;

    /// <summary>From a .NET time; its resolution of 100 ns is kept.</summary>
    public static FileTime From(DateTimeOffset time)
    {
        long ticks = time.UtcTicks - DateTimeOffset.UnixEpoch.Ticks;
        long seconds = Math.DivRem(ticks, TimeSpan.TicksPerSecond, out long rest);
        if (rest < 0)
        {
            seconds--;
            rest += TimeSpan.TicksPerSecond;
        }

        return new FileTime(seconds, (int)(rest * 100));
    }
}
