namespace Doppel.Repository.Tests;

/// <summary>A law about every file of some kind, with a sample that shows that it can be broken.</summary>
/// <param name="Law">The law as a sentence.</param>
/// <param name="AppliesTo">The files it speaks of.</param>
/// <param name="Check">The faults of one file, each with its place.</param>
internal sealed record Rule(string Law, Func<SourceFile, bool> AppliesTo, Func<SourceFile, IEnumerable<string>> Check)
{
    /// <summary>A file that breaks the law.</summary>
    public required SourceFile Bad { get; init; }

    /// <summary>A file that comes close and keeps it.</summary>
    public required SourceFile Good { get; init; }

    public IEnumerable<string> FaultsIn(IEnumerable<SourceFile> files) => files.Where(AppliesTo).SelectMany(Check);
}
