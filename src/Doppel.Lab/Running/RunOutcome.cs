namespace Doppel.Lab;

/// <summary>What one run came to.</summary>
public sealed record RunOutcome
{
    /// <summary>How it ended.</summary>
    public required RunStatus Status { get; init; }

    /// <summary>One line for people, without a full stop; empty where there is nothing to say.</summary>
    public string Detail { get; init; } = "";

    /// <summary>How long reading took.</summary>
    public double Seconds { get; init; }

    /// <summary>What was read.</summary>
    public ContentTotal Total { get; init; }

    /// <summary>The samples in their order; the last one tells of the whole run.</summary>
    public IReadOnlyList<CounterSample> Samples { get; init; } = [];

    /// <summary>Samples of which a counter could not be read.</summary>
    public int SamplesLeftOut { get; init; }

    /// <summary>The most memory that the process had, in bytes; 0 where the system does not tell.</summary>
    public long PeakResidentBytes { get; init; }

    /// <summary>Processor time of its process from start to end, in seconds.</summary>
    public double ProcessSeconds { get; init; }

    /// <summary>
    /// The share of the content that was in memory when it began, 0 to 1; not a number where the system does not tell.
    /// </summary>
    public double ResidentShare { get; init; } = double.NaN;

    /// <summary>
    /// The share of the machine's processors that others took meanwhile, 0 to 1; not a number where that is not known.
    /// </summary>
    public double OthersShare { get; init; } = double.NaN;

    /// <summary>The index of the file that failed; -1 where none did.</summary>
    public int FailedFile { get; init; } = -1;
}
