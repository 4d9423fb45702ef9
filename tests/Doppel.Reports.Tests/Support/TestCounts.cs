namespace Doppel.Reports.Tests.Support;

/// <summary>How often random tests run.</summary>
internal static class TestCounts
{
    public static bool IsFull { get; } = Environment.GetEnvironmentVariable("DOPPEL_TEST_FULL") == "1";

    public static int Of(int reduced, int full) => IsFull ? full : reduced;
}
