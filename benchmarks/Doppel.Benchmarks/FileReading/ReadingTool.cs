using System.Diagnostics;
using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.FileReading;

/// <summary>Runs benchmarks/native/reading.c, which gives all ways their turns in one process.</summary>
internal static class ReadingTool
{
    /// <summary>Reads a folder in some ways, in turn.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="isCold">Whether the content of its files leaves the page cache before each turn.</param>
    /// <param name="rounds">Turns of each way.</param>
    /// <param name="ways">The ways.</param>
    /// <returns>The turns of each way, in the order of the ways and of the rounds.</returns>
    /// <exception cref="InvalidOperationException">A way is not possible here, or does not read everything.</exception>
    public static ReadingTurn[][] Run(string folder, bool isCold, int rounds, IReadOnlyList<ReadingWay> ways)
    {
        string[] arguments =
        [
            folder, isCold ? "cold" : "warm", rounds.ToString(CultureInfo.InvariantCulture),
            .. ways.Select(way => way.Words),
        ];
        using Process process = Process.Start(new ProcessStartInfo(NativeTool.Build("reading"), arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var errors = new StringBuilder();
        process.ErrorDataReceived += (_, line) => errors.AppendLine(line.Data);
        process.BeginErrorReadLine();
        string[] lines = process.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException(errors.ToString().Trim());
        }

        ILookup<int, ReadingTurn> turns =
            lines.Select(ReadingTurn.Parse).ToLookup(one => one.Way, one => one.Turn);
        return [.. ways.Select((_, number) => turns[number].ToArray())];
    }

    /// <summary>Why not all ways are possible here, or null: io_uring may be forbidden, and a kernel too old.</summary>
    public static string? Problem(string folder, params ReadingWay[] ways)
    {
        try
        {
            Run(folder, isCold: false, 1, ways);
            return null;
        }
        catch (InvalidOperationException refused)
        {
            return refused.Message;
        }
    }
}
