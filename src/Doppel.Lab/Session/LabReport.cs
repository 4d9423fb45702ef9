using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>The complete results of a measurement.</summary>
public sealed record LabReport
{
    /// <summary>Gets the absolute path of the folder.</summary>
    public required ReadOnlyMemory<byte> Root { get; init; }

    /// <summary>Gets the file system that holds the folder.</summary>
    public required MountFacts Mount { get; init; }

    /// <summary>Gets the time at which the measurement started.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>Gets the duration of the measurement.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>Gets the seed for choosing files and the order of runs.</summary>
    public int Seed { get; init; }

    /// <summary>Gets the maximum size of the managed heap of a run in bytes, or 0 for the machine's limit.</summary>
    public long HeapBytesMax { get; init; }

    /// <summary>Gets a short description of the system.</summary>
    public string System { get; init; } = "";

    /// <summary>Gets the number of processors.</summary>
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>Gets the amount of memory in bytes that the machine makes available to this process.</summary>
    public long MemoryBytes { get; init; }

    /// <summary>
    /// Gets whether the measurement is complete: it was not interrupted, and did not run out of time before each cell
    /// had a run.
    /// </summary>
    public bool IsComplete { get; init; }

    /// <summary>Gets the sets of files, as they were initially.</summary>
    public IReadOnlyList<FileSetFacts> Sets { get; init; } = [];

    /// <summary>Gets all cells, by temperature, set and strategy.</summary>
    public IReadOnlyList<LabCell> Cells { get; init; } = [];

    /// <summary>Gets the temperatures of the cells, in order.</summary>
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

    /// <summary>Gets the files that no run read, or that were excluded during the measurement.</summary>
    public IReadOnlyList<LeftOutFile> LeftOut { get; init; } = [];

    /// <summary>Gets notes on how far the results can be trusted, one line each, without a full stop.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Gets the advice, or null if there is none.</summary>
    public LabAdvice? Advice { get; init; }
}

/// <summary>A file that no run reads.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Reason">The reason, as one line for display without a full stop.</param>
public sealed record LeftOutFile(ReadOnlyMemory<byte> Path, string Reason);
