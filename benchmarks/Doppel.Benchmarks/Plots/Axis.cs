using System.Globalization;

namespace Doppel.Benchmarks.Plots;

/// <summary>Maps values of a range to pixels of a range and knows where ticks belong.</summary>
internal sealed class Axis
{
    private readonly AxisScale _scale;
    private readonly AxisUnit _unit;
    private readonly double _pixelsFrom;
    private readonly double _pixelsTo;
    private readonly double _low;
    private readonly double _high;

    /// <summary>An axis over all finite values; a log axis leaves out what is not above zero.</summary>
    public Axis(AxisScale scale, AxisUnit unit, IEnumerable<double> values, double pixelsFrom, double pixelsTo)
    {
        _scale = scale;
        _unit = unit;
        _pixelsFrom = pixelsFrom;
        _pixelsTo = pixelsTo;
        double[] mapped = [.. values.Where(Shows).Select(Map)];
        double low = mapped.Length > 0 ? mapped.Min() : 0;
        double high = mapped.Length > 0 ? mapped.Max() : 1;
        double room = high > low ? (high - low) * 0.04 : 0.5;
        _low = low - (scale == AxisScale.Linear && low == 0 ? 0 : room);
        _high = high + room;
    }

    /// <summary>Whether a value can be shown at all.</summary>
    public bool Shows(double value) => double.IsFinite(value) && (_scale == AxisScale.Linear || value > 0);

    /// <summary>The pixel of a value.</summary>
    public double At(double value) =>
        _pixelsFrom + ((Map(value) - _low) / (_high - _low) * (_pixelsTo - _pixelsFrom));

    /// <summary>Between three and ten ticks with their labels.</summary>
    public IEnumerable<(double Value, string Label)> Ticks() => Values().Select(value => (value, Label(value)));

    private IEnumerable<double> Values()
    {
        if (_scale != AxisScale.Linear && _high - _low >= 2)
        {
            double number = _scale == AxisScale.Log2 ? 2 : 10;
            int step = Math.Max(1, (int)Math.Ceiling((_high - _low) / 9));
            for (int power = (int)Math.Ceiling(_low); power <= _high; power++)
            {
                if (power % step == 0)
                {
                    yield return Math.Pow(number, power);
                }
            }

            yield break;
        }

        // Less than two powers, or no log scale at all: round steps.
        double from = Unmap(_low);
        double to = Unmap(_high);
        double rough = (to - from) / 6;
        double unit = Math.Pow(10, Math.Floor(Math.Log10(rough)));
        double width = new[] { 1, 2, 5, 10 }.First(n => n * unit >= rough) * unit;
        // What is rounded up from just below zero is a zero with a sign, which would be written.
        for (double n = Math.Ceiling(from / width) + 0.0; n * width <= to; n++)
        {
            yield return n * width;
        }
    }

    private double Map(double value) => _scale switch
    {
        AxisScale.Log10 => Math.Log10(value),
        AxisScale.Log2 => Math.Log2(value),
        AxisScale.Linear or _ => value,
    };

    private double Unmap(double mapped) => _scale switch
    {
        AxisScale.Log10 => Math.Pow(10, mapped),
        AxisScale.Log2 => Math.Pow(2, mapped),
        AxisScale.Linear or _ => mapped,
    };

    private string Label(double value) => _unit switch
    {
        AxisUnit.Time => Scaled(value, 1000, ["ns", "µs", "ms", "s"]),
        AxisUnit.Bytes => Scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]),
        AxisUnit.Percent => Short(value) + " %",
        AxisUnit.Number or _ => Scaled(value, 1000, ["", "k", "M", "G"]).TrimEnd(),
    };

    private static string Scaled(double value, double step, string[] units)
    {
        int unit = 0;
        while (Math.Abs(value) >= step && unit < units.Length - 1)
        {
            value /= step;
            unit++;
        }

        return units[unit].Length == 1 && step == 1000 ? Short(value) + units[unit] : $"{Short(value)} {units[unit]}";
    }

    private static string Short(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
