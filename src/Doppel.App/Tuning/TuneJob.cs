using System.Globalization;
using Doppel.Lab;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Measures how fast the files below a folder are read, and deletes saved measurements.</summary>
internal sealed class TuneJob
{
    /// <summary>The command with which a program performs a single run in a separate process.</summary>
    internal const string RunWord = "tune-run";

    private readonly AppEnvironment _environment;
    private readonly ReportName _path;

    /// <summary>Finds the folder.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="request">The request, whose only root is the folder.</param>
    /// <exception cref="UsageException">There is no such folder.</exception>
    internal TuneJob(AppEnvironment environment, SearchRequest request)
    {
        _environment = environment;
        ResolvedRoots roots = request.Open(environment).Resolved;
        (_path, Label) = (roots.Names[0], roots.Labels[0]);
    }

    /// <summary>Gets the folder as typed.</summary>
    internal ReportName Label { get; }

    /// <summary>Measures.</summary>
    /// <param name="request">What to measure.</param>
    /// <param name="executable">The program that performs <see cref="RunWord"/>.</param>
    /// <param name="observer">Receives the progress.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="UsageException">Nothing can be measured.</exception>
    internal TuneResult Run(
        TuneRequest request, string executable, ISearchObserver observer, CancellationToken stop)
    {
        LabOptions options = request.Complete(new LabOptions
        {
            Volume = _environment.Volume,
            Root = _path.Bytes.ToArray(),
            Executable = executable,
            Arguments = ArgumentsOf(executable),
            Seed = request.Seed ?? (int)(_environment.Clock.GetUtcNow().ToUnixTimeSeconds() % int.MaxValue),
            Time = _environment.Clock,
        });
        var progress = new LabProgress();
        using IDisposable? line = observer.Show(() => Line(progress));
        try
        {
            return new TuneResult(LabSession.Run(options, progress, stop));
        }
        catch (LabException reason)
        {
            throw new UsageException($"cannot measure {Quote.Name(Label.Bytes)}: {reason.Message}", reason.Hint);
        }
    }

    /// <summary>Deletes the measurements of the devices that hold the folder.</summary>
    /// <returns>The names of the devices that had one.</returns>
    /// <exception cref="UsageException">The folder cannot be opened, or the measurements cannot be written.</exception>
    internal IReadOnlyList<string> Forget()
    {
        VolumeError error = DeviceLook.MountAt(_environment.Volume, _path.Bytes, out MountFacts mount);
        return error.Failed
            ? throw new UsageException(
                $"cannot open {Quote.Name(Label.Bytes)}: {_environment.Volume.Describe(error)}")
            :
            [
                .. TuningStore.OfUser(_environment.Environment).Forget(mount.DevicesOrItself)
                    .Select(static one => one.Device),
            ];
    }

    /// <summary>Performs a single run, which a stream describes.</summary>
    /// <param name="input">What to measure.</param>
    /// <param name="output">Gets the result.</param>
    /// <param name="volume">The volume.</param>
    /// <exception cref="UsageException">The description is incomplete.</exception>
    internal static void RunOne(Stream input, Stream output, IVolume volume)
    {
        try
        {
            RunChild.Run(input, output, volume);
        }
        catch (IOException failure)
        {
            throw new UsageException($"{RunWord}: {failure.Message}", "it is started by doppel tune");
        }
    }

    // If dotnet runs the program, pass our assembly as the first argument.
    private static string[] ArgumentsOf(string program) =>
        Path.GetFileNameWithoutExtension(program) == "dotnet"
            ? [Environment.GetCommandLineArgs()[0], RunWord]
            : [RunWord];

    private static string Line(LabProgress progress)
    {
        string left = progress.Left is { } time && progress.Done > 0 ? $"  {DurationText.Show(time)} left" : "";
        return progress.Total == 0
            ? progress.Doing
            : string.Create(
                CultureInfo.InvariantCulture, $"{progress.Done} of {progress.Total}  {progress.Doing}{left}");
    }
}
