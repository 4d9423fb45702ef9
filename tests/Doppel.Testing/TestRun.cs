using System.Globalization;

namespace Doppel.Testing;

/// <summary>How thorough this run is, and where its random numbers start.</summary>
public static class TestRun
{
    /// <summary>Whether every count is wanted rather than a reduced one.</summary>
    public static bool IsFull { get; } = Environment.GetEnvironmentVariable("DOPPEL_TEST_FULL") == "1";

    /// <summary>Whether a build server runs this: then a tool that is missing is a failure.</summary>
    public static bool IsBuildServer { get; } = Environment.GetEnvironmentVariable("CI") == "true";

    /// <summary>Moves every seed, so that a run can see other cases. 0 by default.</summary>
    public static int SeedOffset { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("DOPPEL_TEST_SEED"), out int offset) ? offset : 0;

    /// <summary>How long each format is damaged at random at least; 0 by default: counts alone decide.</summary>
    public static TimeSpan FuzzTime { get; } = TimeSpan.FromMinutes(double.TryParse(
        Environment.GetEnvironmentVariable("DOPPEL_FUZZ_MINUTES"), NumberStyles.Float, CultureInfo.InvariantCulture,
        out double minutes) ? minutes : 0);

    /// <summary>One of two counts.</summary>
    public static int Count(int reduced, int full) => IsFull ? full : reduced;
}
