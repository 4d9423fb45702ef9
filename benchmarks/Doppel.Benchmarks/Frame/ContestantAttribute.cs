using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>
/// Names the contestant that a benchmark method stands for. Without it a method is a rival by its own name.
/// </summary>
/// <param name="name">As it stands in tables.</param>
/// <param name="role">What the judge makes of it.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ContestantAttribute(string name, Role role = Role.Rival) : Attribute
{
    /// <summary>As it stands in tables.</summary>
    public string Name { get; } = name;

    /// <summary>What the judge makes of it.</summary>
    public Role Role { get; } = role;
}
