using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Doppel.Lab;

/// <summary>Performs each run in a fresh process of this program.</summary>
/// <param name="program">The executable.</param>
/// <param name="arguments">
/// The arguments that make it call <see cref="RunChild.Run(Stream, Stream, Volumes.IVolume)"/>.
/// </param>
internal sealed class ProcessRunner(string program, IReadOnlyList<string> arguments) : IRunner
{
    private const int ErrorLettersMax = 2000;

    // A process that does not end when it is killed is waiting for a device that does not respond.
    private static readonly TimeSpan s_killMax = TimeSpan.FromSeconds(5);

    public RunOutcome Run(RunSpec spec, TimeSpan limit, CancellationToken cancellation)
    {
        var said = new Saying();
        try
        {
            using Process process = Process.Start(StartOf(spec))
                ?? throw new InvalidOperationException("no process was started");
            process.OutputDataReceived += (_, line) => said.Hear(line.Data);
            process.ErrorDataReceived += (_, line) => said.HearError(line.Data);
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
            using CancellationTokenRegistration stop = cancellation.Register(() => Kill(process));
            Tell(process, spec);
            if (process.WaitForExit(limit))
            {
                // Called again without a timeout, which only waits for the rest of the output.
                process.WaitForExit();
                return said.Outcome(process.ExitCode, spec.MayRunOutOfMemory);
            }

            Kill(process);
            bool isGone = process.WaitForExit(s_killMax);
            string seconds = limit.TotalSeconds.ToString("0.#", CultureInfo.InvariantCulture);
            return said.Outcome(RunStatus.TimedOut, isGone
                ? $"took longer than {seconds} s"
                : $"took longer than {seconds} s and cannot be ended, since it waits for a device");
        }
        catch (Win32Exception failure)
        {
            return said.Outcome(RunStatus.Died, $"cannot start {program}: {failure.Message}");
        }
    }

    private ProcessStartInfo StartOf(RunSpec spec)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        if (spec.HeapBytesMax > 0)
        {
            start.Environment["DOTNET_GCHeapHardLimit"] = spec.HeapBytesMax.ToString("x", CultureInfo.InvariantCulture);
        }

        return start;
    }

    // The input stays open. Its end tells the child that nobody is waiting for it any longer.
    private static void Tell(Process process, RunSpec spec)
    {
        try
        {
            var stream = new BufferedStream(process.StandardInput.BaseStream, 64 * 1024);
            spec.Write(stream);
            stream.Flush();
        }
        catch (IOException)
        {
            // The child has already ended, whether or not it has reported why.
        }
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception failure) when (failure is InvalidOperationException or Win32Exception)
        {
            // The child has already ended.
        }
    }

    // The output arrives on other threads than the one that reads it here.
    private sealed class Saying
    {
        private readonly Lock _gate = new();
        private readonly List<CounterSample> _samples = [];
        private string _errors = "";
        private RunOutcome? _outcome;

        internal void Hear(string? line)
        {
            lock (_gate)
            {
                if (line is not null && RunText.ParseSample(line) is { } sample)
                {
                    _samples.Add(sample);
                }
                else if (line is not null)
                {
                    _outcome = RunText.ParseOutcome(line) ?? _outcome;
                }
            }
        }

        internal void HearError(string? line)
        {
            lock (_gate)
            {
                _errors += line is null || _errors.Length > ErrorLettersMax ? "" : line + " ";
            }
        }

        internal RunOutcome Outcome(int exitCode, bool mayRunOutOfMemory)
        {
            lock (_gate)
            {
                return _outcome is { } outcome
                    ? outcome with { Samples = [.. _samples] }
                    : Unsaid(exitCode, mayRunOutOfMemory);
            }
        }

        internal RunOutcome Outcome(RunStatus status, string detail)
        {
            lock (_gate)
            {
                return new RunOutcome { Status = status, Detail = detail, Samples = [.. _samples] };
            }
        }

        private RunOutcome Unsaid(int exitCode, bool mayRunOutOfMemory)
        {
            const int OfSignals = 128;
            const int Abort = 6;
            const int SegmentationFault = 11;

            // A runtime that runs out of memory mostly ends with a signal and without a message.
            bool isMemory = _errors.Contains("memory", StringComparison.OrdinalIgnoreCase)
                || (mayRunOutOfMemory && (exitCode - OfSignals) is Abort or SegmentationFault);
            string how = exitCode > OfSignals
                ? string.Create(CultureInfo.InvariantCulture, $"ended by signal {exitCode - OfSignals}")
                : string.Create(CultureInfo.InvariantCulture, $"ended with exit code {exitCode}");
            string errors = _errors.Trim();
            return new RunOutcome
            {
                Status = isMemory ? RunStatus.OutOfMemory : RunStatus.Died,
                Detail = errors.Length == 0 ? how : $"{how}: {errors[..Math.Min(errors.Length, 160)]}",
                Samples = [.. _samples],
            };
        }
    }
}
