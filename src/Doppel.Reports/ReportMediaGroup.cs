using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Files of one sound or picture that differ in what stands around it.</summary>
/// <remarks>At least two of them differ; those that do not are in an ordinary group too.</remarks>
public sealed record ReportMediaGroup
{
    /// <summary>The format, a word in small letters such as mp3.</summary>
    public required string Format { get; init; }

    /// <summary>What counted as sound or picture.</summary>
    public required ReportMediaPolicy Policy { get; init; }

    /// <summary>How the equality of the payloads was shown.</summary>
    public required Proof Proof { get; init; }

    /// <summary>XXH3-128 of the payload, where it was computed.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>Bytes of the payload of each copy, 1 or more.</summary>
    public required long PayloadBytes { get; init; }

    /// <summary>
    /// Bytes of all contents but the largest, each content counted once, at most <see cref="long.MaxValue"/>: what
    /// keeping one file would free at least, beyond what the ordinary groups free.
    /// </summary>
    public required long RedundantBytes { get; init; }

    /// <summary>At least two copies, ordered by their first names.</summary>
    public required IReadOnlyList<ReportMediaCopy> Copies { get; init; }
}
