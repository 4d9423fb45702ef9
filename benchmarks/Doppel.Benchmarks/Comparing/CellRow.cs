using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Comparing;

/// <summary>What was measured of one way in one cell.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="Time">Time of one file.</param>
/// <param name="Opens">Openings of one file.</param>
/// <param name="Reads">How often its content was read, 1 being all of it once.</param>
internal sealed record CellRow(ContentCell Cell, Row Time, double Opens, double Reads)
{
    public string Way => Time.Contestant;
}
