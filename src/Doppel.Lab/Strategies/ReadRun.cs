using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>The input of one run of a strategy, and the sum of what it has read.</summary>
internal sealed class ReadRun
{
    /// <summary>Gets the volume that opens and reads files, for strategies that use it.</summary>
    internal required IVolume Volume { get; init; }

    /// <summary>Gets the files, in listing order.</summary>
    internal required IReadOnlyList<LabFile> Files { get; init; }

    /// <summary>Gets the sum of what was read.</summary>
    internal ContentSum Sum { get; } = new();

    /// <summary>Gets the limits that the strategy must not exceed.</summary>
    internal LabLimits Limits { get; init; } = LabLimits.Default;

    /// <summary>Gets the clock of the engine's own reader.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets the watch that is notified about which threads can run, or null to use real time.</summary>
    internal IThreadWatch? Watch { get; init; }
}
