using Doppel.Benchmarks.Upload.Relays;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What was left after failing targets and leaving clients.</summary>
/// <param name="Entry">The contestant.</param>
/// <param name="Uploads">Uploads of each kind of failure.</param>
/// <param name="RefusedConfirmed">Uploads that the target refused and the client was told had arrived.</param>
/// <param name="ResetConfirmed">The same for connections that the target reset.</param>
/// <param name="Idle">The server before.</param>
/// <param name="Counters">The server after full collections.</param>
internal sealed record FailureResult(
    RelayEntry Entry, int Uploads, int RefusedConfirmed, int ResetConfirmed,
    ServerCounters Idle, ServerCounters Counters)
{
    /// <summary>All uploads that failed and were confirmed.</summary>
    public int Confirmed => RefusedConfirmed + ResetConfirmed;
}
