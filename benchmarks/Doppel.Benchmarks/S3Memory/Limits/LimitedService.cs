using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.S3Memory.Load;

namespace Doppel.Benchmarks.S3Memory.Limits;

/// <summary>A service under a limit of memory, as a process of its own, looked at ten times a second.</summary>
internal sealed class LimitedService : IAsyncDisposable
{
    private const string Listening = "Now listening on: ";

    private static readonly TimeSpan s_lookEvery = TimeSpan.FromMilliseconds(100);

    private readonly Process _process;
    private readonly MemoryLimit _limit;
    private readonly string _folder;
    private readonly CancellationTokenSource _end = new();
    private readonly List<PlotPoint> _resident = [];
    private readonly TaskCompletionSource<Uri> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _looking = Task.CompletedTask;
    private GcCounters _before;
    private TimeSpan _cpuBefore;
    private TimeSpan _cpu;
    private long _peak;
    private long _began;

    private LimitedService(Process process, MemoryLimit limit, string folder)
    {
        _process = process;
        _limit = limit;
        _folder = folder;
    }

    /// <summary>Where it serves.</summary>
    public Uri Address { get; private set; } = new("http://127.0.0.1");

    /// <summary>What limits it.</summary>
    public string LimitName => _limit.Name;

    private string Counters => Path.Combine(_folder, "counters");

    /// <summary>Starts a service and waits until it serves.</summary>
    public static async Task<LimitedService> StartAsync(MemoryContestant contestant, StoreServer store, string bucket)
    {
        string folder = Path.Combine(SourceTree.Root, "artifacts", "bench", "s3-memory");
        Directory.CreateDirectory(folder);
        File.Delete(Path.Combine(folder, "counters"));
        MemoryLimit limit = MemoryLimit.Create();
        ProcessStartInfo start =
            limit.Start(Path.Combine(AppContext.BaseDirectory, contestant.Program), contestant.Arguments);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        foreach ((string name, string value) in store.Settings)
        {
            start.Environment[name] = value;
        }

        start.Environment["DOPPEL_DOCUMENTS_BUCKET"] = bucket;
        start.Environment["ASPNETCORE_URLS"] = "http://127.0.0.1:0";
        start.Environment["ASPNETCORE_TEMP"] = folder;
        start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(StartupHook).Assembly.Location;
        start.Environment[GcCounters.Variable] = Path.Combine(folder, "counters");

        // What a web project gets by default.
        start.Environment["DOTNET_gcServer"] = "1";
        var service = new LimitedService(Process.Start(start)!, limit, folder);
        service._process.OutputDataReceived += (_, line) => service.Hear(line.Data);
        service._process.ErrorDataReceived += (_, line) => service.Hear(line.Data);
        service._process.BeginOutputReadLine();
        service._process.BeginErrorReadLine();
        Task ended = service._process.WaitForExitAsync();
        if (await Task.WhenAny(service._address.Task, ended).ConfigureAwait(false) == ended)
        {
            await service.DisposeAsync().ConfigureAwait(false);
            throw new InvalidOperationException($"{contestant.Name} does not start.");
        }

        service.Address = await service._address.Task.ConfigureAwait(false);
        return service;
    }

    /// <summary>Begins to look at it: what it did before is not counted.</summary>
    public void Watch()
    {
        _before = GcCounters.Read(Counters);
        _cpuBefore = _process.TotalProcessorTime;
        _began = Stopwatch.GetTimestamp();
        Look();
        _looking = LookAsync();
    }

    /// <summary>What was seen since.</summary>
    public async Task<ServiceFigures> FiguresAsync()
    {
        await _end.CancelAsync().ConfigureAwait(false);
        await _looking.ConfigureAwait(false);
        Look();
        return new ServiceFigures
        {
            Collector = GcCounters.Read(Counters).Since(_before),
            PeakResidentBytes = _peak,
            PeakGroupBytes = _limit.PeakBytes,
            Processor = _cpu - _cpuBefore,
            Resident = _resident,
            End = _process.HasExited ? HowItEnded() : "",
        };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync().ConfigureAwait(false);
        await _looking.ConfigureAwait(false);
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync().ConfigureAwait(false);
        _process.Dispose();
        _limit.Dispose();
        _end.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string HowItEnded() => _limit.Kills > 0
        ? "killed by the kernel"
        : string.Create(CultureInfo.InvariantCulture, $"ended with code {_process.ExitCode}");

    private async Task LookAsync()
    {
        using var timer = new PeriodicTimer(s_lookEvery);
        try
        {
            while (await timer.WaitForNextTickAsync(_end.Token).ConfigureAwait(false))
            {
                Look();
            }
        }
        catch (OperationCanceledException)
        {
            // Enough was seen.
        }
    }

    private void Look()
    {
        string file = string.Create(CultureInfo.InvariantCulture, $"/proc/{_process.Id}/status");
        try
        {
            string[] status = File.ReadAllLines(file);
            _peak = Math.Max(_peak, Field(status, "VmHWM:") * 1024);
            _resident.Add(new PlotPoint(
                Stopwatch.GetElapsedTime(_began).TotalSeconds, Field(status, "VmRSS:") * 1024));
            _process.Refresh();
            _cpu = _process.TotalProcessorTime;
        }
        catch (Exception gone) when (gone is IOException or InvalidOperationException)
        {
            // It has ended: what was seen last stays.
        }
    }

    // A process that is ending has no such fields any more.
    private static long Field(string[] lines, string name)
    {
        string? line = Array.Find(lines, line => line.StartsWith(name, StringComparison.Ordinal));
        return line is null ? 0 : long.Parse(
            line[name.Length..].Replace("kB", "", StringComparison.Ordinal).Trim(), CultureInfo.InvariantCulture);
    }

    private void Hear(string? line)
    {
        if (line?.Split(Listening) is [_, string address])
        {
            _address.TrySetResult(new Uri(address.Trim()));
        }
    }
}
