using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>What one run of a strategy reads, and where it tells what it has read.</summary>
internal sealed class ReadRun
{
    /// <summary>Opens and reads, for strategies that do not go around it.</summary>
    internal required IVolume Volume { get; init; }

    /// <summary>The files, in the order of their listing.</summary>
    internal required IReadOnlyList<LabFile> Files { get; init; }

    /// <summary>Takes in what was read.</summary>
    internal ContentSum Sum { get; } = new();

    /// <summary>What a strategy must not go beyond.</summary>
    internal LabLimits Limits { get; init; } = LabLimits.Default;

    /// <summary>The clock of the engine's own reader.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Is told which threads can run; null where time is real.</summary>
    internal IThreadWatch? Watch { get; init; }
}
