namespace Doppel.Lab;

/// <summary>The outcome of one run.</summary>
public sealed record RunOutcome
{
    /// <summary>Gets how the run ended.</summary>
    public required RunStatus Status { get; init; }

    /// <summary>Gets a description in one line for display, without a full stop; empty if there is none.</summary>
    public string Detail { get; init; } = "";

    /// <summary>Gets the time that reading took in seconds.</summary>
    public double Seconds { get; init; }

    /// <summary>Gets the total of what was read.</summary>
    public ContentTotal Total { get; init; }

    /// <summary>Gets the samples in order. The last one covers the whole run.</summary>
    public IReadOnlyList<CounterSample> Samples { get; init; } = [];

    /// <summary>Gets the number of samples that were skipped because a counter could not be read.</summary>
    public int SamplesLeftOut { get; init; }

    /// <summary>Gets the peak memory of the process in bytes, or 0 if the system does not report it.</summary>
    public long PeakResidentBytes { get; init; }

    /// <summary>Gets the processor time of the whole process in seconds.</summary>
    public double ProcessSeconds { get; init; }

    /// <summary>
    /// Gets the share of the content that was in memory at the start, 0 to 1; NaN if the system does not report it.
    /// </summary>
    public double ResidentShare { get; init; } = double.NaN;

    /// <summary>
    /// Gets the share of the machine's processors that other processes used during the run, 0 to 1; NaN if unknown.
    /// </summary>
    public double OthersShare { get; init; } = double.NaN;

    /// <summary>Gets the index of the file that failed, or -1 if none did.</summary>
    public int FailedFile { get; init; } = -1;
}
