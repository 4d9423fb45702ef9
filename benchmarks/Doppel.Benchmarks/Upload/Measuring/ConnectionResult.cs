using Doppel.Benchmarks.Upload.Relays;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>Connections and threads after some uploads.</summary>
/// <param name="Entry">The contestant.</param>
/// <param name="Uploads">How many there were.</param>
/// <param name="After">The server right after the last.</param>
/// <param name="Collected">The server after full collections.</param>
internal sealed record ConnectionResult(
    RelayEntry Entry, int Uploads, ServerCounters After, ServerCounters Collected);
