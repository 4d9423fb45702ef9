using System.Diagnostics;
using System.Globalization;

namespace Doppel.Benchmarks.Finders;

/// <summary>One whole run of a program: how long it took and how much memory it had at most.</summary>
/// <param name="Seconds">From its start to its end.</param>
/// <param name="PeakBytes">Resident memory at its peak.</param>
/// <param name="CpuSeconds">On all processors together, in the program and in the system.</param>
internal readonly record struct FinderRun(double Seconds, long PeakBytes, double CpuSeconds)
{
    /// <summary>Runs a finder on a folder.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static FinderRun Of(Finder finder, string folder)
    {
        // rmlint ends with 1 where it only warns.
        return Of([.. finder.Command, folder, .. finder.After], exitCodeMax: 1, _ => { });
    }

    /// <summary>Runs a command.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="exitCodeMax">The highest exit code that is no failure.</param>
    /// <param name="prepare">Changes the variables that it starts with.</param>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static FinderRun Of(
        IReadOnlyList<string> command, int exitCodeMax, Action<IDictionary<string, string?>> prepare)
    {
        var start = new ProcessStartInfo(NativeTool.Build("timed"), command) { RedirectStandardOutput = true };
        prepare(start.Environment);
        using Process process = Process.Start(start)!;
        string[] figures = process.StandardOutput.ReadToEnd().Split(' ', StringSplitOptions.TrimEntries);
        process.WaitForExit();
        if (figures.Length != 4 || int.Parse(figures[3], CultureInfo.InvariantCulture) > exitCodeMax)
        {
            throw new InvalidOperationException($"{string.Join(' ', command)} failed: {string.Join(' ', figures)}");
        }

        return new FinderRun(
            double.Parse(figures[0], CultureInfo.InvariantCulture),
            long.Parse(figures[2], CultureInfo.InvariantCulture) * 1024,
            double.Parse(figures[1], CultureInfo.InvariantCulture));
    }
}
