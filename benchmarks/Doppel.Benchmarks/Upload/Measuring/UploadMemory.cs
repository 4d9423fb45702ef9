using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>Keeps the suite away from the end of the machine's memory.</summary>
internal static class UploadMemory
{
    /// <summary>
    /// Why a cell is left out: it may need more than half of the memory that is free; null if it may run.
    /// </summary>
    public static string? Problem(UploadCell cell)
    {
        long available = AvailableBytes();
        return cell.BytesNeeded <= available / 2
            ? null
            : $"{cell} is left out: whole files need up to {Figures.Bytes(cell.BytesNeeded)}, "
                + $"and {Figures.Bytes(available)} are free, of which the suite takes half at most.";
    }

    private static long AvailableBytes()
    {
        const string Field = "MemAvailable:";
        string line = File.ReadLines("/proc/meminfo").First(l => l.StartsWith(Field, StringComparison.Ordinal));
        string number = line[Field.Length..].Replace("kB", "", StringComparison.Ordinal).Trim();
        return long.Parse(number, CultureInfo.InvariantCulture) * 1024;
    }
}
