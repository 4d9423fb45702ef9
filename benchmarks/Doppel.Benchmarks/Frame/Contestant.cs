using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>One way to do the work, for rounds that <see cref="SuiteRun.Measure"/> makes.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Work">Does the work and returns how many operations it was, at least 1.</param>
internal sealed record Contestant(string Name, Role Role, Func<long> Work)
{
    /// <summary>Done before each round, outside the time.</summary>
    public Action? Prepare { get; init; }

    /// <summary>
    /// Done after each round, outside the time; what it returns becomes the bytes held of that round.
    /// </summary>
    public Func<double?>? Finish { get; init; }
}
