using Doppel.Benchmarks.S3Memory.Limits;
using Doppel.Benchmarks.S3Memory.Load;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>How one contestant did.</summary>
/// <param name="Contestant">Who.</param>
/// <param name="Outcome">What its clients saw.</param>
/// <param name="Figures">What it used.</param>
/// <param name="Stored">What stood on the S3 server afterwards.</param>
/// <param name="Limit">What limited it.</param>
/// <param name="Store">The S3 server.</param>
internal sealed record MemoryResult(
    MemoryContestant Contestant, LoadOutcome Outcome, ServiceFigures Figures, StoredCheck Stored, string Limit,
    string Store)
{
    /// <summary>What clients saw and how the process ended, as words.</summary>
    public string End => string.Join("; ", ((string[])[Figures.End, Outcome.Failures]).Where(text => text.Length > 0));

    /// <summary>Whether all was carried whole, and nothing else was left.</summary>
    public bool IsWhole(MemoryCell cell) => Outcome.Uploads == cell.Uploads && Outcome.Downloads == cell.Uploads
        && Stored == new StoredCheck(cell.Uploads, Damaged: 0, Unfinished: 0);
}
