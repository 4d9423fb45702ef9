using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace Doppel.Benchmarks.Frame;

/// <summary>
/// Counts collections and pauses over all measured iterations of a cell; BenchmarkDotNet knows no pauses.
/// </summary>
internal sealed class CollectorDiagnoser : IDiagnoser
{
    private readonly Dictionary<BenchmarkCase, CollectorCounts> _counts = [];

    public IEnumerable<string> Ids => [nameof(CollectorDiagnoser)];

    public IEnumerable<IExporter> Exporters => [];

    public IEnumerable<IAnalyser> Analysers => [];

    /// <summary>What happened while one cell was measured.</summary>
    public CollectorCounts Of(BenchmarkCase benchmark) => _counts.GetValueOrDefault(benchmark);

    public RunMode GetRunMode(BenchmarkCase benchmarkCase) => RunMode.NoOverhead;

    public bool RequiresBlockingAcknowledgments(BenchmarkCase benchmarkCase) => false;

    public void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
        if (signal == HostSignal.BeforeActualRun)
        {
            _counts[parameters.BenchmarkCase] = CollectorCounts.Now();
        }
        else if (signal == HostSignal.AfterActualRun)
        {
            _counts[parameters.BenchmarkCase] = CollectorCounts.Now() - _counts[parameters.BenchmarkCase];
        }
    }

    public IEnumerable<Metric> ProcessResults(DiagnoserResults results) => [];

    public void DisplayResults(ILogger logger)
    {
    }

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => [];
}
