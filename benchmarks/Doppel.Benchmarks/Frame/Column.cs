namespace Doppel.Benchmarks.Frame;

/// <summary>A column of a table.</summary>
/// <param name="Name">Its heading.</param>
/// <param name="Unit">The unit, or nothing.</param>
internal sealed record Column(string Name, string Unit = "")
{
    /// <summary>Heading with unit.</summary>
    public string Heading => Unit.Length > 0 ? $"{Name}, {Unit}" : Name;
}
