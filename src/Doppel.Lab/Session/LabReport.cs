using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>All that a measurement came to.</summary>
public sealed record LabReport
{
    /// <summary>The folder, an absolute path.</summary>
    public required ReadOnlyMemory<byte> Root { get; init; }

    /// <summary>What it lies on.</summary>
    public required MountFacts Mount { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>How long it took.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>The seed that chose files and orders.</summary>
    public int Seed { get; init; }

    /// <summary>The limits that runs had.</summary>
    public LabLimits Limits { get; init; } = LabLimits.Default;

    /// <summary>The system, in a few words.</summary>
    public string System { get; init; } = "";

    /// <summary>Processors.</summary>
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>Bytes of memory that the machine has, as far as this process may use it.</summary>
    public long MemoryBytes { get; init; }

    /// <summary>
    /// Whether all was measured that was to be: neither interrupted nor out of time before each cell had a run.
    /// </summary>
    public bool IsComplete { get; init; }

    /// <summary>The sets of files, as they were at first.</summary>
    public IReadOnlyList<FileSetFacts> Sets { get; init; } = [];

    /// <summary>All cells, by temperature, set and strategy.</summary>
    public IReadOnlyList<LabCell> Cells { get; init; } = [];

    /// <summary>The states of memory that cells have, in their order.</summary>
    public IReadOnlyList<Temperature> Temperatures
    {
        get
        {
            var found = new List<Temperature>();
            foreach (LabCell cell in Cells)
            {
                if (!found.Contains(cell.Temperature))
                {
                    found.Add(cell.Temperature);
                }
            }

            return found;
        }
    }

    /// <summary>Files that no run read, or that went during the measurement.</summary>
    public IReadOnlyList<LeftOutFile> LeftOut { get; init; } = [];

    /// <summary>What is to be known of how far this can be trusted, a line each, without a full stop.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What follows from it; null where that is nothing.</summary>
    public LabAdvice? Advice { get; init; }
}
