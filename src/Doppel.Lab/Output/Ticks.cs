namespace Doppel.Lab;

/// <summary>Computes round values along an axis.</summary>
internal static class Ticks
{
    /// <summary>
    /// Returns values from 0 to at least the given one, in steps of 1, 2 or 5 times a power of ten, with a maximum
    /// number of steps.
    /// </summary>
    internal static double[] UpTo(double greatest, int stepsMax)
    {
        if (!(greatest > 0) || double.IsInfinity(greatest))
        {
            return [0, 1];
        }

        double step = Math.Pow(10, Math.Floor(Math.Log10(greatest / stepsMax)));
        foreach (double factor in (double[])[1, 2, 5, 10])
        {
            if (greatest / (step * factor) <= stepsMax)
            {
                step *= factor;
                break;
            }
        }

        double[] ticks = new double[(int)Math.Ceiling((greatest / step) - 1e-9) + 1];
        for (int i = 0; i < ticks.Length; i++)
        {
            ticks[i] = i * step;
        }

        return ticks;
    }
}
