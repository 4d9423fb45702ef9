using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What arrived of files that came in pieces.</summary>
/// <param name="Entry">The contestant.</param>
/// <param name="Uploads">Files that were sent.</param>
/// <param name="Confirmed">Uploads that were confirmed to their clients.</param>
/// <param name="Arrived">Files that arrived with the right length.</param>
/// <param name="Intact">Files that arrived with the right content.</param>
/// <param name="HalvesArrived">Files that arrived as whole although their client left half-way.</param>
internal sealed record ShortReadResult(
    RelayEntry Entry, int Uploads, int Confirmed, int Arrived, int Intact, int HalvesArrived);
