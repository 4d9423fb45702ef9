namespace Doppel.Benchmarks.Paths;

/// <summary>The paths of a corpus, kept in memory.</summary>
/// <param name="Root">What holds them.</param>
/// <param name="TextOf">The text of a file by its number in the corpus.</param>
/// <param name="Owned">What has to be freed, or null.</param>
internal sealed record KeptPaths(object Root, Func<int, string> TextOf, IDisposable? Owned = null) : IDisposable
{
    public void Dispose() => Owned?.Dispose();
}
