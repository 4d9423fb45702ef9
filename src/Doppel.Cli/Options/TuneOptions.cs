using Doppel.Cli.Values;
using Doppel.Lab;

namespace Doppel.Cli.Options;

/// <summary>The flags of <c>doppel tune</c>.</summary>
internal static class TuneOptions
{
    private const int SizesMax = 16;

    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        OptionDefinition.Switch(
            "quick", OptionCategory.Measuring, "Some ways, small sets, under two minutes",
            """
            Measure the engine's own reader, threads of several numbers and a few others, cold, on sets of up to 24 MB;
            after 110 seconds no run begins any more.
            """,
            (settings, on) => settings.Tune.Depth = on ? LabDepth.Quick : LabDepth.Usual) with { Negation = null },
        OptionDefinition.Switch(
            "full", OptionCategory.Measuring, "All ways in all forms on large sets; takes long",
            """
            Measure every way, also those that read whole contents as bytes and as streams, seven times, on sets of up
            to 10,000 files and 512 MB, and larger than memory where content cannot be dropped from it. This may take
            hours. Without --quick and --full there are five repeats on sets of up to 5,000 files and 64 MB.
            """,
            (settings, on) => settings.Tune.Depth = on ? LabDepth.Full : LabDepth.Usual) with { Negation = null },
        OptionDefinition.Switch(
            "cold", OptionCategory.Measuring, "Begin with the content dropped from memory",
            """
            Measure with the content of the files dropped from memory before each run. Without --cold, --warm and
            --drop-caches both cold and warm are measured; with --quick only cold.
            """,
            (settings, on) => settings.Tune.Cold = on) with { Negation = null },
        OptionDefinition.Switch(
            "warm", OptionCategory.Measuring, "Begin with the content in memory",
            "Measure with all content in memory before each run. With --cold both are measured.",
            (settings, on) => settings.Tune.Warm = on) with { Negation = null },
        OptionDefinition.Switch(
            "drop-caches", OptionCategory.Measuring, "Drop the machine's caches before each run",
            """
            Drop the caches of the whole machine before each run, so that names and inodes have to be read too. They
            are everybody's: other programs will have to read anew. Only root may, on Linux.
            """,
            (settings, on) => settings.Tune.DropCaches = on) with { Negation = null },
        new()
        {
            Name = "strategies",
            ValueName = "LIST",
            Category = OptionCategory.Measuring,
            Summary = "Which ways, such as engine,pread-*,uring-32",
            Text = """
                Measure these ways of reading, with commas between them; * stands for any letters, today and old for
                all of these kinds, all for all.

                Of today: engine, the reader of doppel find, and engine-N, which begins with so many readers as it does
                when they were advised; pread-N, so many threads that read one file each; inode-N and extent-N, the
                same in the order of inode numbers or of places on the disk; random-access-N and random-access-async-N,
                by .NET's calls; mmap-N; direct-N, past the page cache; uring-N, so many reads under way by one thread.
                Behind N of all but engine a size of blocks may stand: pread-8-1m.

                Of old comparisons: ReadAllAsParallel, SyncAsParallel, NewThread, Async, Async2 and
                AsyncWithMaxParallelCountN, which hold whole contents; with .stream behind they do not, and
                ReadAllAsParallel.bytes reads bytes in place of text.
                """,
            Negation = "no-strategies",
            Apply = (settings, value) => settings.Tune.Strategies = value is null ? null : ParseStrategies(value),
        },
        new()
        {
            Name = "sizes",
            ValueName = "LIST",
            Category = OptionCategory.Measuring,
            Summary = "Where size classes begin, such as 2,10k,1M",
            Text = """
                Let size classes begin at these sizes, with commas between them. Each class ends where the next one
                begins. Without this flag they begin at 2, 1,001, 10,007, 100,000 and 1,000,000 bytes.
                """,
            Negation = "no-sizes",
            Apply = (settings, value) =>
                settings.Tune.Sizes = value is null ? SizeClass.DefaultStarts : ParseSizes(value),
        },
        new()
        {
            Name = "repeats",
            ValueName = "N",
            Category = OptionCategory.Measuring,
            Summary = "How often each way reads each set, 1 to 99",
            Text = """
                Read each set so often in each way, 1 to 99. From five on the best and the worst are dropped.
                """,
            Negation = "no-repeats",
            Apply = (settings, value) =>
                settings.Tune.Repeats = value is null ? 0 : Number.Parse(value, 1, LabOptions.RepeatsMax),
        },
        new()
        {
            Name = "seed",
            ValueName = "N",
            Category = OptionCategory.Measuring,
            Summary = "Choose the same files and orders again",
            Text = """
                The number that the choice of files and the order of runs come from. It is printed, and given again it
                makes the same choice from the same folder.
                """,
            Negation = "no-seed",
            Apply = (settings, value) =>
                settings.Tune.Seed = value is null ? null : Number.Parse(value, 0, int.MaxValue),
        },
        OptionDefinition.Switch(
            "forget", OptionCategory.Measuring, "Drop what was found about this device before",
            "Drop what was found before about the devices below DIR, and measure nothing.",
            (settings, on) => settings.Tune.Forget = on) with { Negation = null },
        new()
        {
            Name = "json",
            ValueName = "FILE",
            Category = OptionCategory.Output,
            Summary = "Write all figures to FILE as JSON; - is stdout",
            Text = """
                Write everything that was measured to FILE as one JSON object: sets, runs, samples, limits, seed. With -
                it goes to standard output, and no table is shown.
                """,
            Negation = "no-json",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Tune.Json = value,
        },
        new()
        {
            Name = "html",
            ValueName = "FILE",
            Category = OptionCategory.Output,
            Summary = "Write a page with plots to FILE",
            Text = """
                Write a page to FILE that needs nothing else, no network either: throughput by way and size with
                intervals, by number of readers with the knee, memory and threads over time, all figures as tables.
                """,
            Negation = "no-html",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.Tune.Html = value,
        },
    ];

    private static IReadOnlyList<StrategyDefinition> ParseStrategies(string value)
    {
        IReadOnlyList<StrategyDefinition>? found = StrategyTable.Parse(value, out string unknown);
        return found is null
            ? throw new UsageException($"no way is called '{unknown}'", "doppel tune --help lists them")
            : found.Count == 0 ? throw new UsageException("the list is empty")
            : found;
    }

    private static List<long> ParseSizes(string value)
    {
        var sizes = new List<long>();
        foreach (string word in value.Split(','))
        {
            if (!SizeText.TryParse(word, out long size) || size < 1 || (sizes.Count > 0 && size <= sizes[^1]))
            {
                throw new UsageException($"'{word}' is no size, or not above the one before it", SizeText.Hint);
            }

            sizes.Add(size);
        }

        return sizes.Count <= SizesMax ? sizes : throw new UsageException($"more than {SizesMax} sizes");
    }
}
