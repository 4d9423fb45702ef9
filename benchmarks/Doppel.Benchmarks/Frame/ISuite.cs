namespace Doppel.Benchmarks.Frame;

/// <summary>One question that measurements answer.</summary>
internal interface ISuite
{
    /// <summary>What <c>./bench</c> calls it: one lower-case word.</summary>
    string Name { get; }

    /// <summary>What it asks, as one sentence with a question mark.</summary>
    string Question { get; }

    /// <summary>
    /// Proves that all contestants give equal results. Throws <see cref="VerifyException"/> where one does not: then
    /// nothing is measured.
    /// </summary>
    void Verify();

    /// <summary>Measures, and adds tables and plots to the run.</summary>
    void Run(SuiteRun run);
}
