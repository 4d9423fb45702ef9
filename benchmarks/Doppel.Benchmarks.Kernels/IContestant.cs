namespace Doppel.Benchmarks.Kernels;

/// <summary>
/// A contestant that is a parameter's value rather than a method: a <c>[ParamsSource]</c> property of this kind gives
/// the row its name and role in place of a column. <c>ToString</c> has to tell values apart.
/// </summary>
public interface IContestant
{
    /// <summary>As it stands in tables.</summary>
    string Name { get; }

    /// <summary>What the judge makes of it.</summary>
    Role Role { get; }
}
