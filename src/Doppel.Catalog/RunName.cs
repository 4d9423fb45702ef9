using System.Globalization;

namespace Doppel.Catalog;

/// <summary>The name of a run: <c>(ticks)-(process)-(number).(level).run</c>, which orders runs by their age.</summary>
internal readonly record struct RunName(long Ticks, int Process, int Number, int Level) : IComparable<RunName>
{
    internal const string Suffix = ".run";
    internal const string TemporarySuffix = ".tmp";
    internal const string BrokenSuffix = ".broken";
    internal const int LevelMax = 99;

    private static int s_number;

    /// <summary>A new name. The ticks are those of UTC, and only say which run is older.</summary>
    internal static RunName New(long ticks, int level) =>
        new(ticks, Environment.ProcessId, Interlocked.Increment(ref s_number), Math.Min(level, LevelMax));

    /// <summary>Parses the name of a file.</summary>
    internal static bool TryParse(ReadOnlySpan<char> file, out RunName name)
    {
        name = default;
        Span<Range> parts = stackalloc Range[6];
        if (file.SplitAny(parts, "-.") != 5
            || !TryParse(file[parts[0]], out long ticks) || !TryParse(file[parts[1]], out long process)
            || !TryParse(file[parts[2]], out long number) || !TryParse(file[parts[3]], out long level)
            || ticks > DateTime.MaxValue.Ticks || process > int.MaxValue || number > int.MaxValue || level > LevelMax)
        {
            return false;
        }

        name = new RunName(ticks, (int)process, (int)number, (int)level);
        return file.SequenceEqual(name.ToString());
    }

    public int CompareTo(RunName other) =>
        (Ticks, Process, Number, Level).CompareTo((other.Ticks, other.Process, other.Number, other.Level));

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Ticks:D19}-{Process}-{Number}.{Level}{Suffix}");

    private static bool TryParse(ReadOnlySpan<char> text, out long number) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
