using System.Globalization;
using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>One measurement, from listing the folder to the advice.</summary>
public sealed class LabSession
{
    // If other processes use a larger share of the processors than this, they affect the results.
    private const double BusyShare = 0.15;

    /// <summary>The share of content in memory above which a cold run counts as warm.</summary>
    internal const double ResidentMax = 0.05;

    private const int TriesMax = 3;
    private static readonly TimeSpan s_runMin = TimeSpan.FromMilliseconds(500);

    private readonly LabOptions _options;
    private readonly IRunner _runner;
    private readonly LabProgress _progress;
    private readonly CancellationToken _cancellation;
    private readonly List<LeftOutFile> _leftOut = [];
    private readonly List<string> _notes = [];
    private readonly List<LabCell> _cells = [];
    private readonly Dictionary<LabCell, FileSet> _setOf = [];
    private readonly Dictionary<FileSet, ContentTotal> _expected = [];
    private readonly long _began;
    private string _disk = "";
    private int _busyRuns;

    private LabSession(
        LabOptions options, IRunner runner, LabProgress progress, CancellationToken cancellation)
    {
        _options = options;
        _runner = runner;
        _progress = progress;
        _cancellation = cancellation;
        _began = options.Time.GetTimestamp();
    }

    /// <summary>Runs a measurement.</summary>
    /// <param name="options">What to measure and how.</param>
    /// <param name="progress">Progress for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">
    /// Cancels the measurement. The current run is stopped; everything measured so far is returned.
    /// </param>
    /// <returns>The results.</returns>
    /// <exception cref="LabException">Nothing can be measured; the message gives the reason.</exception>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public static LabReport Run(LabOptions options, LabProgress? progress, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(options);
        var runner = new ProcessRunner(options.Executable, options.Arguments);
        return Run(options, runner, progress ?? new LabProgress(), cancellation);
    }

    internal static LabReport Run(
        LabOptions options, IRunner runner, LabProgress progress, CancellationToken cancellation)
    {
        options.Validate();
        return new LabSession(options, runner, progress, cancellation).Run();
    }

    private bool IsHalfOver => _options.TimeMax != Timeout.InfiniteTimeSpan && Elapsed > _options.TimeMax / 2;

    private bool IsAlmostOver => _options.TimeMax != Timeout.InfiniteTimeSpan && Elapsed > _options.TimeMax * 0.9;

    private TimeSpan Elapsed => _options.Time.GetElapsedTime(_began);

    private LabReport Run()
    {
        DateTimeOffset started = _options.Time.GetUtcNow();
        byte[] root = _options.Root.ToArray();
        CheckDropping();
        VolumeError error = DeviceLook.MountAt(_options.Volume, root, out MountFacts mount);
        if (error.Failed)
        {
            throw new LabException($"cannot list it: {_options.Volume.Describe(error)}");
        }

        _disk = mount.Devices.Count > 0 ? mount.Devices[0].Name : "";
        var choice = new SetChoice(_options, _progress, _leftOut, _notes, () => IsHalfOver, _cancellation);
        List<FileSet> sets = choice.Choose(root);
        FileSetFacts[] facts = [.. sets.ConvertAll(static set => set.Facts)];
        MakeCells(sets, facts);
        bool isComplete = RunAll(_cells, firstRound: 0);
        LabReport report = Report(started, mount, facts, isComplete);
        if (isComplete && !IsAlmostOver && report.Advice is { } advice
            && MakeTunedCells(advice) is { Count: > 0 } tuned)
        {
            RunAll(tuned, firstRound: _options.Repeats);
            report = Report(started, mount, facts, isComplete);
        }

        NoteDoubts();
        return report with { Notes = _notes };
    }

    private LabReport Report(DateTimeOffset started, MountFacts mount, FileSetFacts[] facts, bool isComplete)
    {
        var report = new LabReport
        {
            Root = _options.Root,
            Mount = mount,
            Started = started,
            Elapsed = Elapsed,
            Seed = _options.Seed,
            HeapBytesMax = _options.HeapBytesMax,
            System = $"{RuntimeInformation.OSDescription}, {RuntimeInformation.FrameworkDescription}",
            MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
            IsComplete = isComplete,
            Sets = facts,
            Cells = _cells,
            LeftOut = _leftOut,
            Notes = _notes,
        };
        return report with { Advice = Advisor.Judge(report) };
    }

    private void CheckDropping()
    {
        if (_options.Temperatures.Contains(Temperature.Dropped) && ContentCache.WhyNotDropAll() is { } reason)
        {
            throw new LabException(
                $"cannot drop the machine's caches: {reason}",
                "only root may; without --drop-caches content is dropped file by file, which anybody may");
        }
    }

    private void MakeCells(List<FileSet> sets, FileSetFacts[] facts)
    {
        foreach (Temperature temperature in _options.Temperatures)
        {
            for (int i = 0; i < sets.Count; i++)
            {
                foreach (StrategyDefinition strategy in _options.Strategies)
                {
                    var cell = new LabCell(strategy, facts[i], temperature);
                    _cells.Add(cell);
                    _setOf.Add(cell, sets[i]);
                }
            }
        }
    }

    // Checks whether the engine does better once it knows the answer. It alternates with the best strategy of each set.
    private List<LabCell> MakeTunedCells(LabAdvice advice)
    {
        var cells = new List<LabCell>();
        List<LabCell> engines = _cells.FindAll(static cell => cell.Strategy.Way == StrategyTable.Engine);
        if (advice.Order != ReadOrder.Listed || engines.Exists(static cell => cell.Strategy.Width > 0))
        {
            return cells;
        }

        StrategyDefinition strategy = StrategyTable.Find(Text($"{StrategyTable.Engine}-{advice.Width}"))!;
        foreach (LabCell engine in engines)
        {
            var cell = new LabCell(strategy, engine.Set, engine.Temperature);
            _setOf.Add(cell, _setOf[engine]);
            _cells.Insert(_cells.IndexOf(engine) + 1, cell);
            cells.Add(cell);
            cells.Add(_cells.FindAll(one => one.Set == cell.Set && one.Temperature == cell.Temperature)
                .MaxBy(static one => one.Throughput.Mean)!);
        }

        return cells;
    }

    // Runs in rounds, each in a random order of its own, so that changes on the machine affect all cells alike.
    private bool RunAll(List<LabCell> cells, int firstRound)
    {
        using var load = new MachineLoad();
        int total = cells.Count * _options.Repeats;
        string which = firstRound == 0 ? "" : " of the engine that knows the answer";
        int done = 0;
        int counted = 0;
        TimeSpan began = Elapsed;
        for (int round = 0; round < _options.Repeats; round++)
        {
            LabCell[] order = [.. cells];
            new Random(HashCode.Combine(_options.Seed, firstRound + round)).Shuffle(order);
            foreach (LabCell cell in order)
            {
                TimeSpan each = counted == 0 ? TimeSpan.Zero : (Elapsed - began) / counted;
                TimeSpan left = each * (total - done);
                TimeSpan until = _options.TimeMax == Timeout.InfiniteTimeSpan ? TimeSpan.MaxValue
                    : _options.TimeMax - Elapsed;
                if (until < s_runMin || until < each)
                {
                    _notes.Add(Text($"the time was up after {done} of {total} runs{which}"));
                    return round > 0;
                }

                string doing =
                    $"{cell.Strategy.Name}, {SizeWord.Of(cell.Set.Sizes)}, {TemperatureWord.Of(cell.Temperature)}";
                _progress.Tell(doing, done, total, left < until ? left : until);

                // A cell that failed once would fail again, so its result is known.
                if (!_cancellation.IsCancellationRequested && (cell.Runs.Count == 0 || cell.Status == RunStatus.Done))
                {
                    Run(cell, load, until < _options.RunLimit ? until : _options.RunLimit);
                    counted++;
                }

                if (_cancellation.IsCancellationRequested)
                {
                    _notes.Add(Text($"interrupted after {done} of {total} runs{which}"));
                    return false;
                }

                done++;
            }
        }

        // Cancelled before there was anything to run.
        return !_cancellation.IsCancellationRequested;
    }

    private void Run(LabCell cell, MachineLoad load, TimeSpan limit)
    {
        FileSet set = _setOf[cell];
        for (int i = 0; i < TriesMax && set.Files.Count >= FileChoice.FilesMin; i++)
        {
            (long Busy, long All) mark = load.Mark();
            double own = Environment.CpuUsage.TotalTime.TotalSeconds;
            RunOutcome outcome = _runner.Run(SpecOf(cell, set), limit, _cancellation);
            if (_cancellation.IsCancellationRequested)
            {
                return;
            }

            own = Environment.CpuUsage.TotalTime.TotalSeconds - own + outcome.ProcessSeconds;
            outcome = outcome with { OthersShare = load.OthersSince(mark, own) };
            bool isWrong = outcome.Status == RunStatus.Done && outcome.Total != ExpectedOf(set);
            if ((isWrong || outcome.Status == RunStatus.Changed) && LeaveOutChanged(set))
            {
                continue;
            }

            _busyRuns += outcome.OthersShare > BusyShare ? 1 : 0;
            cell.Add(!isWrong ? outcome : outcome with
            {
                Status = RunStatus.Wrong,
                Detail = Text($"read {outcome.Total.Files} files and {outcome.Total.Bytes} bytes of other content"),
            });
            return;
        }
    }

    private RunSpec SpecOf(LabCell cell, FileSet set) => new()
    {
        Strategy = cell.Strategy.Name,
        Temperature = cell.Temperature,
        Disk = _disk,
        HeapBytesMax = _options.HeapBytesMax,
        MayRunOutOfMemory = _options.HeapBytesMax > 0 && HeldMax(cell.Strategy, set.Files) > _options.HeapBytesMax,
        Files = set.Files,
    };

    // Returns how many bytes a strategy may have on its heap: blocks, or complete files.
    private static long HeldMax(StrategyDefinition strategy, IReadOnlyList<LabFile> files)
    {
        if (strategy.Way == StrategyTable.Mmap)
        {
            return 0;
        }

        if (strategy.BlockBytes > 0)
        {
            return (long)strategy.Width * strategy.BlockBytes;
        }

        int held = strategy.Width > 0 ? strategy.Width : files.Count;
        return files.Select(file => file.Size).OrderDescending().Take(held).Sum();
    }

    private ContentTotal ExpectedOf(FileSet set)
    {
        if (!_expected.TryGetValue(set, out ContentTotal expected))
        {
            expected = set.Expected();
            _expected.Add(set, expected);
        }

        return expected;
    }

    // Excludes files that changed. Returns whether there were any, in which case the run is repeated.
    private bool LeaveOutChanged(FileSet set)
    {
        int gone = set.LeaveOut((file, was) =>
        {
            string? reason = FileSurvey.WhyChanged(_options.Volume, file, was);
            if (reason is not null)
            {
                _leftOut.Add(new LeftOutFile(file.Path, reason));
            }

            return reason is not null;
        });
        _expected.Remove(set);
        return gone > 0;
    }

    private void NoteDoubts()
    {
        int runs = _cells.Sum(static cell => cell.Runs.Count);
        if (_busyRuns > runs / 10)
        {
            _notes.Add(Text(
                $"the machine was busy: other programs used over {BusyShare:0 %} of it in {_busyRuns} of {runs} runs"));
        }

        foreach (LabCell cell in _cells)
        {
            if (cell.Temperature == Temperature.Cold && cell.Runs.Any(static run => run.ResidentShare > ResidentMax))
            {
                _notes.Add("some cold runs began with a part of the content in memory: somebody else holds it");
                return;
            }
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>
/// The exception that is thrown if nothing can be measured. The message gives the reason in one line without a full
/// stop.
/// </summary>
public sealed class LabException(string message, string? hint = null) : Exception(message)
{
    /// <summary>Gets a suggestion for how to fix the problem, or null if there is none.</summary>
    public string? Hint => hint;
}
