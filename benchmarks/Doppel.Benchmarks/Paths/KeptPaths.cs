namespace Doppel.Benchmarks.Paths;

/// <summary>The paths of a corpus, kept in memory.</summary>
/// <param name="Root">What holds them.</param>
/// <param name="TextOf">The text of a file by its number in the corpus.</param>
/// <param name="Owned">What has to be freed, in this order.</param>
internal sealed record KeptPaths(object Root, Func<int, string> TextOf, params IDisposable[] Owned) : IDisposable
{
    public void Dispose()
    {
        foreach (IDisposable owned in Owned)
        {
            owned.Dispose();
        }
    }
}
