using System.Diagnostics;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Gains;

/// <summary>A whole search with some optimisations.</summary>
/// <param name="name">One word.</param>
/// <param name="text">How it differs from the one that it is compared with.</param>
/// <param name="settings">What each key of <see cref="Optimisation"/> is set to.</param>
internal sealed class GainSearch(string name, string text, IReadOnlyDictionary<string, string> settings)
{
    private readonly string[] _command = CommandOf(settings);

    /// <summary>One word.</summary>
    public string Name { get; } = name;

    /// <summary>How it differs.</summary>
    public string Text { get; } = text;

    /// <summary>Runs it on a folder and takes the time.</summary>
    /// <returns>Nanoseconds.</returns>
    public double Time(string folder) =>
        FinderRun.Of(new Finder(Name, Role.Ours, _command), folder).Seconds * 1e9;

    /// <summary>Runs it on a folder and asks what it did.</summary>
    public GainCounts Count(string folder)
    {
        var start = new ProcessStartInfo(_command[0], [.. _command[1..], folder]) { RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        string told = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? GainCounts.Parse(told)
            : throw new InvalidOperationException($"{string.Join(' ', _command)} {folder} failed: {told}");
    }

    private static string[] CommandOf(IReadOnlyDictionary<string, string> settings)
    {
        IEnumerable<string> ladder = settings
            .Where(one => one.Key is not (Optimisation.Threads or Optimisation.Volume))
            .Select(one => $"{one.Key}={one.Value}");
        string threads = settings[Optimisation.Threads];
        return
        [
            "env", $"DOPPEL_VOLUME={settings[Optimisation.Volume]}", .. Finder.Doppel().Command, "--quiet", "--stats",
            "--ladder", string.Join(',', ladder), .. threads.Length > 0 ? new[] { "--threads", threads } : [],
        ];
    }
}
