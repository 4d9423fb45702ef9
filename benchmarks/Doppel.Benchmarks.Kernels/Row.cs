using System.Globalization;

namespace Doppel.Benchmarks.Kernels;

/// <summary>What was measured of one contestant in one cell. Times are nanoseconds for one operation.</summary>
public sealed record Row
{
    /// <summary>Who was measured.</summary>
    public required string Contestant { get; init; }

    /// <summary>What the judge makes of it.</summary>
    public Role Role { get; init; }

    /// <summary>The cell's parameters, in the order of their columns.</summary>
    public IReadOnlyList<Parameter> Parameters { get; init; } = [];

    /// <summary>What ran the code, such as <c>.NET 10 JIT</c>.</summary>
    public string Runtime { get; init; } = "";

    /// <summary>The figure that is compared: the mean, or the median where own rounds were made.</summary>
    public required double CenterNs { get; init; }

    /// <summary>The lower end of the 99 % confidence interval of <see cref="CenterNs"/>.</summary>
    public double LowNs { get; init; }

    /// <summary>The upper end of that interval.</summary>
    public double HighNs { get; init; }

    /// <summary>The median.</summary>
    public double MedianNs { get; init; }

    /// <summary>Bytes allocated on the managed heap for one operation; null when unknown.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>Collections of generation 0 for 1,000 operations; null when unknown.</summary>
    public double? Gen0 { get; init; }

    /// <summary>Collections of generation 1 for 1,000 operations; null when unknown.</summary>
    public double? Gen1 { get; init; }

    /// <summary>Collections of generation 2 for 1,000 operations; null when unknown.</summary>
    public double? Gen2 { get; init; }

    /// <summary>Time that the collector stopped everybody, for one operation; null when unknown.</summary>
    public double? PauseNs { get; init; }

    /// <summary>Bytes still held when the work was done, where the suite counts them.</summary>
    public double? HeldBytes { get; init; }

    /// <summary>What all contestants of one comparison have in common: parameters and runtime.</summary>
    public string Cell => string.Join(
        ", ", Parameters.Select(p => $"{p.Name} {p.Value}").Append(Runtime).Where(part => part.Length > 0));

    /// <summary>The value of a parameter, or null.</summary>
    public string? this[string parameter] => Parameters.FirstOrDefault(p => p.Name == parameter)?.Value;

    /// <summary>A parameter as a number. Throws <see cref="FormatException"/> where it is none.</summary>
    public double Number(string parameter) => double.Parse(
        this[parameter] ?? "", NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
}
