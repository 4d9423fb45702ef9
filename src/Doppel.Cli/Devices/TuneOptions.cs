namespace Doppel.Cli;

/// <summary>Defines the options of <c>doppel tune</c>.</summary>
internal static class TuneOptions
{
    internal static IReadOnlyList<OptionDefinition<TuneSettings>> All { get; } =
    [
        OptionDefinition.Switch<TuneSettings>(
            "quick", OptionCategory.Measuring, "Measure the main strategies in under two minutes",
            """
            Measure the reader of doppel find, several numbers of threads, and a few other strategies, cold, on sets of
            up to 24 MB. No run starts after 110 seconds.
            """,
            (settings, on) => settings.Tune.Quick = on) with { Negation = null },
        OptionDefinition.Switch<TuneSettings>(
            "full", OptionCategory.Measuring, "Measure every strategy on large sets; takes hours",
            """
            Measure every strategy seven times, on sets of up to 10,000 files and 512 MB, or larger than memory if
            contents cannot be dropped from the cache. This can take hours. Without --quick and --full, five repeats are
            measured on sets of up to 5,000 files and 64 MB.
            """,
            (settings, on) => settings.Tune.Full = on) with { Negation = null },
        OptionDefinition.Switch<TuneSettings>(
            "cold", OptionCategory.Measuring, "Drop file contents from the cache before each run",
            """
            Drop the contents of the files from the page cache before each run. Without --cold, --warm and
            --drop-caches, both cold and warm runs are measured; with --quick, only cold runs.
            """,
            (settings, on) => settings.Tune.Cold = on) with { Negation = null },
        OptionDefinition.Switch<TuneSettings>(
            "warm", OptionCategory.Measuring, "Load file contents into the cache before each run",
            "Load all contents into the page cache before each run. With --cold, both are measured.",
            (settings, on) => settings.Tune.Warm = on) with { Negation = null },
        OptionDefinition.Switch<TuneSettings>(
            "drop-caches", OptionCategory.Measuring, "Drop all caches of the machine before each run",
            """
            Drop all caches of the machine before each run, so that names and inodes are read again too. This slows down
            other programs, which must also read again. Linux only; requires root.
            """,
            (settings, on) => settings.Tune.DropCaches = on) with { Negation = null },
        new()
        {
            Name = "strategies",
            ValueName = "LIST",
            Category = OptionCategory.Measuring,
            Summary = "Strategies to measure, such as engine,pread-*,uring-32",
            Text = """
                Measure the strategies in LIST, separated by commas. * matches any characters; all selects every one.

                The strategies: engine, the reader of doppel find, and engine-N, the same starting with N readers;
                pread-N, N threads that each read one file at a time; inode-N and extent-N, the same in the order of
                inode numbers or positions on the disk; random-access-N and random-access-async-N, with the calls of
                .NET; mmap-N; direct-N, bypassing the page cache; uring-N, N reads in flight from one thread. A block
                size can follow N, except for engine: pread-8-1m.
                """,
            Negation = "no-strategies",
            Apply = (settings, value) =>
                settings.Tune.Strategies = value is null ? null : TuneRequest.ParseStrategies(value),
        },
        new()
        {
            Name = "sizes",
            ValueName = "LIST",
            Category = OptionCategory.Measuring,
            Summary = "Lower bounds of the size classes, such as 2,10k,1M",
            Text = """
                The lower bounds of the size classes, separated by commas. Each class ends where the next one starts.
                The default is 2, 1,001, 10,007, 100,000 and 1,000,000 bytes.
                """,
            Negation = "no-sizes",
            Apply = (settings, value) =>
                settings.Tune.Sizes = value is null ? null : TuneRequest.ParseSizes(value),
        },
        new()
        {
            Name = "repeats",
            ValueName = "N",
            Category = OptionCategory.Measuring,
            Summary = "Number of runs of each strategy on each set, 1 to 99",
            Text = """
                Run each strategy N times on each set, 1 to 99. With five or more runs the fastest and the slowest are
                dropped.
                """,
            Negation = "no-repeats",
            Apply = (settings, value) =>
                settings.Tune.Repeats = value is null ? 0 : Number.Parse(value, 1, TuneRequest.RepeatsMax),
        },
        new()
        {
            Name = "seed",
            ValueName = "N",
            Category = OptionCategory.Measuring,
            Summary = "Choose the same files and the same order again",
            Text = """
                The seed for choosing files and ordering runs. It is printed with the results; the same seed makes the
                same choice in the same folder.
                """,
            Negation = "no-seed",
            Apply = (settings, value) =>
                settings.Tune.Seed = value is null ? null : Number.Parse(value, 0, int.MaxValue),
        },
        OptionDefinition.Switch<TuneSettings>(
            "forget", OptionCategory.Measuring, "Forget earlier results for this device",
            "Forget earlier results for the devices that hold DIR, and measure nothing.",
            (settings, on) => settings.Forget = on) with { Negation = null },
        new()
        {
            Name = "json",
            ValueName = "FILE",
            Category = OptionCategory.Output,
            Summary = "Write all figures to FILE as JSON; - is stdout",
            Text = """
                Write all measurements to FILE as one JSON object: sets, runs, samples, limits and seed. With - they are
                written to standard output, and no table is printed.
                """,
            Negation = "no-json",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.JsonFile = value,
        },
        new()
        {
            Name = "html",
            ValueName = "FILE",
            Category = OptionCategory.Output,
            Summary = "Write a page with plots to FILE",
            Text = """
                Write a self-contained HTML page to FILE that needs no network: throughput by strategy and size with
                intervals, throughput by number of readers, memory and threads over time, and all figures as tables.
                """,
            Negation = "no-html",
            Completion = ValueCompletion.File,
            Apply = (settings, value) => settings.HtmlFile = value,
        },
    ];
}
