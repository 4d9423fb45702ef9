using System.Globalization;

namespace Doppel.Benchmarks.FileReading;

/// <summary>What one reading of all files took.</summary>
/// <param name="Seconds">From its start to its end.</param>
/// <param name="ProcessorSeconds">Of all threads together.</param>
/// <param name="Waits">How often a thread gave its core away.</param>
/// <param name="Requests">What the device was asked for meanwhile, by others too.</param>
/// <param name="Files">Files read.</param>
/// <param name="Bytes">Bytes read.</param>
internal readonly record struct ReadingTurn(
    double Seconds, double ProcessorSeconds, double Waits, double Requests, long Files, long Bytes)
{
    /// <summary>The number of the way and its turn, from a line of benchmarks/native/reading.c.</summary>
    public static (int Way, ReadingTurn Turn) Parse(string line)
    {
        string[] cells = line.Split(' ');
        return (int.Parse(cells[0], CultureInfo.InvariantCulture), new ReadingTurn(
            Number(cells[1]), Number(cells[2]), Number(cells[3]), Number(cells[4]),
            long.Parse(cells[5], CultureInfo.InvariantCulture), long.Parse(cells[6], CultureInfo.InvariantCulture)));
    }

    private static double Number(string cell) => double.Parse(cell, CultureInfo.InvariantCulture);
}
