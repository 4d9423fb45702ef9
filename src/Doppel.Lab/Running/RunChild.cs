using System.Diagnostics;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>
/// Performs one run in a process of its own. It receives its instructions on one stream and reports the result on
/// another.
/// </summary>
public static class RunChild
{
    /// <summary>The exit code if nobody is waiting for the run any longer.</summary>
    public const int AloneExitCode = 4;

    // If fewer pages than this are missing, the system has dropped them in the meantime.
    private const double WarmShareMin = 0.999;

    /// <summary>
    /// Performs the run. Exits the process if the input ends in the meantime, because the parent is then gone.
    /// </summary>
    public static void Run(Stream input, Stream output, IVolume volume) =>
        Run(input, output, volume, static name => StrategyTable.Find(name)?.Create());

    /// <summary>Performs the run with strategies that a function creates by their names.</summary>
    internal static void Run(Stream input, Stream output, IVolume volume, Func<string, IReadStrategy?> create)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        RunSpec spec = RunSpec.Read(input);
        var parent = new Thread(() => WaitForEnd(input)) { IsBackground = true, Name = "lab parent" };
        parent.Start();
        using var counters = new CounterReader(spec.Disk);
        RunOutcome outcome = Run(spec, volume, create, counters, sample => Say(output, RunText.Render(sample)));
        Say(output, RunText.Render(outcome with
        {
            PeakResidentBytes = counters.PeakResidentBytes(),
            ProcessSeconds = Environment.CpuUsage.TotalTime.TotalSeconds,
        }));
    }

    /// <summary>Performs a run in this process without using streams.</summary>
    internal static RunOutcome Run(
        RunSpec spec, IVolume volume, Func<string, IReadStrategy?> create, CounterReader counters,
        Action<CounterSample> taken)
    {
        double resident = double.NaN;
        double seconds = 0;
        int leftOut = 0;
        var run = new ReadRun { Volume = volume, Files = spec.Files };
        try
        {
            IReadStrategy reader = create(spec.Strategy)
                ?? throw new UnsupportedException($"no strategy is called {spec.Strategy}");
            reader.Prepare(run);
            resident = Bring(spec, volume);
            using (var sampler = new Sampler(counters, taken))
            {
                long began = Stopwatch.GetTimestamp();
                try
                {
                    Wait(reader.ReadAsync(run));
                }
                finally
                {
                    seconds = Stopwatch.GetElapsedTime(began).TotalSeconds;
                    leftOut = sampler.LeftOut;
                }
            }

            return End(RunStatus.Done, "");
        }
        catch (RefusedException reason)
        {
            return End(RunStatus.Refused, reason.Message);
        }
        catch (UnsupportedException reason)
        {
            return End(RunStatus.Unsupported, reason.Message);
        }
        catch (FileFailedException reason)
        {
            return End(RunStatus.Changed, reason.Message) with { FailedFile = reason.File };
        }
        catch (OutOfMemoryException)
        {
            return End(RunStatus.OutOfMemory, "");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return End(RunStatus.Died, failure.Message);
        }

        RunOutcome End(RunStatus status, string detail) => new()
        {
            Status = status,
            Detail = detail,
            Seconds = seconds,
            Total = run.Sum.Total,
            SamplesLeftOut = leftOut,
            ResidentShare = resident,
        };
    }

    /// <summary>Blocks until a task has ended, because the process has nothing else to do.</summary>
    internal static void Wait(Task work)
    {
        var ended = new ManualResetEventSlim();
        work.ContinueWith(
            static (_, signal) => ((ManualResetEventSlim)signal!).Set(), ended, CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        ended.Wait();
        if (work.Exception is { } failure)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure.InnerExceptions[0]);
        }
    }

    // Brings memory into the state that the run requires.
    private static double Bring(RunSpec spec, IVolume volume)
    {
        switch (spec.Temperature)
        {
            case Temperature.Dropped:
                ContentCache.DropAll();
                return ContentCache.CanDrop ? 0 : double.NaN;
            case Temperature.Cold:
                return ContentCache.Drop(spec.Files);
            default:
                // NaN, which means that the system does not report the share, does not count as warm either.
                double share = ContentCache.ResidentShare(spec.Files);
                if (!(share >= WarmShareMin))
                {
                    var warm = new ReadRun { Volume = volume, Files = spec.Files };
                    Wait(new PositionalThreads(Environment.ProcessorCount, StrategyTable.BlockBytes).ReadAsync(warm));
                    share = ContentCache.ResidentShare(spec.Files);
                }

                return share;
        }
    }

    private static void WaitForEnd(Stream input)
    {
        try
        {
            while (input.ReadByte() >= 0)
            {
            }
        }
        catch (IOException)
        {
            // Same as the end of the input.
        }

        Environment.Exit(AloneExitCode);
    }

    private static void Say(Stream output, string line)
    {
        lock (output)
        {
            output.Write(Encoding.UTF8.GetBytes(line + "\n"));
            output.Flush();
        }
    }
}
