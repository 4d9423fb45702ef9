namespace Doppel.Benchmarks.Paths;

/// <summary>A way to keep many paths.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Make">Keeps all files of a corpus.</param>
/// <param name="IsOurs">Whether it is what this repository makes.</param>
internal sealed record PathForm(string Name, Func<PathCorpus, KeptPaths> Make, bool IsOurs);
