namespace Doppel.Volumes;

/// <summary>Represents a file system timestamp: seconds since 1970-01-01 UTC, plus nanoseconds.</summary>
/// <param name="Seconds">The whole seconds since 1970. Negative for earlier times.</param>
/// <param name="Nanoseconds">The nanoseconds after <paramref name="Seconds"/>, 0 to 999,999,999.</param>
public readonly record struct FileTime(long Seconds, int Nanoseconds) : IComparable<FileTime>
{
    /// <inheritdoc/>
    public int CompareTo(FileTime other)
    {
        int bySeconds = Seconds.CompareTo(other.Seconds);
        return bySeconds != 0 ? bySeconds : Nanoseconds.CompareTo(other.Nanoseconds);
    }

    /// <summary>Returns whether <paramref name="left"/> is earlier than <paramref name="right"/>.</summary>
    public static bool operator <(FileTime left, FileTime right) => left.CompareTo(right) < 0;

    /// <summary>Returns whether <paramref name="left"/> is later than <paramref name="right"/>.</summary>
    public static bool operator >(FileTime left, FileTime right) => left.CompareTo(right) > 0;

    /// <summary>Returns whether <paramref name="left"/> is earlier than or equal to <paramref name="right"/>.</summary>
    public static bool operator <=(FileTime left, FileTime right) => left.CompareTo(right) <= 0;

    /// <summary>Returns whether <paramref name="left"/> is later than or equal to <paramref name="right"/>.</summary>
    public static bool operator >=(FileTime left, FileTime right) => left.CompareTo(right) >= 0;

    /// <summary>Converts a .NET time, keeping its resolution of 100 ns.</summary>
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
