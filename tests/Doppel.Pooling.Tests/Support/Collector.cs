namespace Doppel.Pooling.Tests.Support;

/// <summary>Full collections on demand.</summary>
internal static class Collector
{
    /// <summary>Collects what nobody refers to, also what finalizers set free.</summary>
    internal static void Run()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
