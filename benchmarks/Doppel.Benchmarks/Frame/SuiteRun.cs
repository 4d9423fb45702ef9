using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Frame;

/// <summary>One run of one suite: the ways to measure, and what came of it. Not thread-safe.</summary>
internal sealed class SuiteRun(ISuite suite, bool isShort, TextWriter log)
{
    private readonly List<IPageItem> _items = [];

    /// <summary>Whether only the stated subset of cells is wanted, quickly.</summary>
    public bool IsShort { get; } = isShort;

    /// <summary>The suite that runs.</summary>
    public ISuite Suite { get; } = suite;

    /// <summary>Whether all has been measured; until then the page says that it is a part.</summary>
    public bool IsWhole { get; set; }

    /// <summary>What was added, in its order.</summary>
    public IReadOnlyList<IPageItem> Items => _items;

    /// <summary>Outcomes of all judged tables.</summary>
    public IEnumerable<Verdict> Verdicts =>
        _items.OfType<ResultTable>().Select(table => table.Verdict).OfType<Verdict>();

    /// <summary>One of two values.</summary>
    public T Pick<T>(T inShort, T inFull) => IsShort ? inShort : inFull;

    /// <summary>
    /// Runs a BenchmarkDotNet class in this process: about a second for a cell in a short run, three in a full one. The
    /// class is public and not sealed; parameters are named as their columns shall be. The call of the method, about a
    /// nanosecond, is part of the time: what takes less than ten does many in a loop (<c>OperationsPerInvoke</c>).
    /// </summary>
    public IReadOnlyList<Row> Benchmark<T>()
        where T : class, new()
    {
        Log($"{typeof(T).Name}, BenchmarkDotNet");
        return Benchmarker.Run(typeof(T), IsShort);
    }

    /// <summary>
    /// The same in a child process with some environment variables set, for what a process reads at its start only.
    /// </summary>
    public IReadOnlyList<Row> BenchmarkWith<T>(IReadOnlyDictionary<string, string> environment)
        where T : class, new()
    {
        string settings = string.Join(' ', environment.Select(e => $"{e.Key}={e.Value}"));
        Log($"{typeof(T).Name}, BenchmarkDotNet with {settings}");
        return ChildProcess.Benchmark(typeof(T), IsShort, environment);
    }

    /// <summary>
    /// Measures a set of kernels (<see cref="KernelSets"/>) under Native AOT. Gives no rows and leaves a note where it
    /// cannot be built, as without a C linker.
    /// </summary>
    public IReadOnlyList<Row> BenchmarkAot(string set)
    {
        Log($"{set}, Native AOT");
        if (AotExecutable.Problem is { } problem)
        {
            Note($"No rows for Native AOT: {problem}");
            return [];
        }

        return AotExecutable.Run(set, IsShort);
    }

    /// <summary>
    /// Own rounds, for work that BenchmarkDotNet cannot run: each round gives each contestant one turn, in changing
    /// order. One round before them warms up. The rows hold the median and its 99 % interval.
    /// </summary>
    public IReadOnlyList<Row> Measure(
        IReadOnlyList<Contestant> contestants, IReadOnlyList<Parameter> parameters, int rounds)
    {
        string cell = string.Join(", ", parameters.Select(p => $"{p.Name} {p.Value}"));
        Log($"{cell}: {contestants.Count} contestants, {rounds} rounds");
        return Rounds.Measure(contestants, parameters, rounds);
    }

    /// <summary>
    /// Runs this program's <c>Verify</c> of the suite in a child whose JIT writes down the code of some methods.
    /// </summary>
    /// <param name="methods">Names as DOTNET_JitDisasm takes them; a star stands for anything.</param>
    /// <returns>The listing of each method, in the order of compilation.</returns>
    public IReadOnlyList<MethodListing> Disassemble(params string[] methods)
    {
        Log($"the JIT's code of {string.Join(' ', methods)}");
        return ChildProcess.Disassemble(Suite.Name, methods);
    }

    /// <summary>Adds a table. One of rows is judged: see <see cref="ResultTable.Of"/>.</summary>
    public void Add(ResultTable table)
    {
        _items.Add(table);
        if (table.Verdict is { } verdict)
        {
            Log($"{table.Title}: {verdict.Sentence}");
        }
    }

    /// <summary>Adds a plot.</summary>
    public void Add(Plot plot) => _items.Add(plot);

    /// <summary>Adds a text file that the page links to.</summary>
    public void Add(AttachedFile file) => _items.Add(file);

    /// <summary>Adds a paragraph of Markdown.</summary>
    public void Note(string markdown) => _items.Add(new Paragraph(markdown));

    /// <summary>Writes the page with what there is so far: what is broken off later has not been for nothing.</summary>
    public void Keep() => ResultPage.Write(this, TimeProvider.System.GetUtcNow());

    /// <summary>Tells whoever waits what is going on.</summary>
    public void Log(string line) => log.WriteLine($"   {line}");
}
