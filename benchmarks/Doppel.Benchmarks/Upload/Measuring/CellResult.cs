using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Upload.Relays;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What one contestant did in one cell.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="Entry">The contestant.</param>
/// <param name="Row">Time, allocation and collections of the server in the middle, for one upload.</param>
/// <param name="ProcessorMs">Processor time of the server for one upload, in milliseconds.</param>
/// <param name="Uploads">Files from <paramref name="Idle"/> to <paramref name="After"/>.</param>
/// <param name="Idle">The server with warm code, before the cell.</param>
/// <param name="After">The server right after the last.</param>
/// <param name="Collected">The server after full collections.</param>
internal sealed record CellResult(
    UploadCell Cell, RelayEntry Entry, Row Row, double ProcessorMs, int Uploads,
    ServerCounters Idle, ServerCounters After, ServerCounters Collected);
