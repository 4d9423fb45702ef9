using System.Globalization;

namespace Doppel.Benchmarks.Frame;

/// <summary>Numbers as people read them, always with a point for the decimals.</summary>
internal static class Figures
{
    /// <summary>Nanoseconds in the unit that fits: <c>12.3 ns</c>, <c>4.56 ms</c>.</summary>
    public static string Time(double ns) => Math.Abs(ns) switch
    {
        >= 1e9 => $"{Number(ns / 1e9)} s",
        >= 1e6 => $"{Number(ns / 1e6)} ms",
        >= 1e3 => $"{Number(ns / 1e3)} µs",
        _ => $"{Number(ns)} ns",
    };

    /// <summary>Bytes in the binary unit that fits: <c>96 B</c>, <c>1.50 MiB</c>.</summary>
    public static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        >= 1 << 30 => $"{Number(bytes / (1 << 30))} GiB",
        >= 1 << 20 => $"{Number(bytes / (1 << 20))} MiB",
        >= 10 << 10 => $"{Number(bytes / (1 << 10))} KiB",
        _ => $"{bytes.ToString("0.#", CultureInfo.InvariantCulture)} B",
    };

    /// <summary>
    /// Three digits that count, no exponent: <c>0.123</c>, <c>12.3</c>, <c>12345</c> as <c>12,345</c>.
    /// </summary>
    public static string Number(double number) => Math.Abs(number) switch
    {
        0 => "0",
        < 0.001 => number.ToString("0.#####", CultureInfo.InvariantCulture),
        < 1 => Fixed(number, 3),
        < 10 => Fixed(number, 2),
        < 100 => Fixed(number, 1),
        _ => number.ToString("#,0", CultureInfo.InvariantCulture),
    };

    /// <summary>Whether a promise is kept, so that a broken one is seen.</summary>
    public static string YesNo(bool isKept) => isKept ? "yes" : "**no**";

    /// <summary>A number with so many decimals.</summary>
    public static string Fixed(double number, int decimals) =>
        number.ToString("F" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}
