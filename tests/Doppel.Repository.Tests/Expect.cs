namespace Doppel.Repository.Tests;

internal static class Expect
{
    /// <summary>Fails with every fault on a line of its own.</summary>
    public static void NoFaults(IEnumerable<string> faults)
    {
        string text = string.Join('\n', faults);
        if (text.Length > 0)
        {
            Assert.Fail(text);
        }
    }
}
