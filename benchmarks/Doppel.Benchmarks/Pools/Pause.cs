namespace Doppel.Benchmarks.Pools;

/// <summary>
/// Waits where the passing of time is what is measured: idle pools, held memory, the compiler's background.
/// </summary>
internal static class Pause
{
    private static readonly ManualResetEvent s_never = new(false);

    public static void For(TimeSpan time) => s_never.WaitOne(time);
}
