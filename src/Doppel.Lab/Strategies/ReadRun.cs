using System.Text;
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

    /// <summary>Gets the clock of the engine's own reader.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets the watch that is notified about which threads can run, or null to use real time.</summary>
    internal IThreadWatch? Watch { get; init; }
}

/// <summary>A file to read in a measurement.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Size">The size of the content in bytes.</param>
/// <param name="Inode">The inode number, by which some strategies order files.</param>
internal sealed record LabFile(byte[] Path, long Size, ulong Inode)
{
    /// <summary>Gets the path for System.IO. It is always valid UTF-8, because other files are left out.</summary>
    internal string Name => field ??= Encoding.UTF8.GetString(Path);
}
