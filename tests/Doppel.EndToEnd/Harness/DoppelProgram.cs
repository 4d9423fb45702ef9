namespace Doppel.EndToEnd.Harness;

/// <summary>The real executable, run as a person would.</summary>
internal static class DoppelProgram
{
    /// <summary>Where it is: $DOPPEL_EXE, or where ./doppel publishes it.</summary>
    public static string Path { get; } = Environment.GetEnvironmentVariable("DOPPEL_EXE") is { Length: > 0 } path
        ? path
        : System.IO.Path.Combine(SourceTree.Root, "artifacts/doppel/doppel");

    /// <summary>The catalog of all runs of this process, which many of them use at once.</summary>
    private static TempTree Cache { get; } = GoneAtExit(new TempTree());

    private static int s_states;

    /// <summary>The same start with a state of its own, for what keeps a journal that no test looks at.</summary>
    public static ProcessStart WithOwnState(this ProcessStart start) =>
        start.WithState($"{Cache.Folder}/state-{Interlocked.Increment(ref s_states)}");

    /// <summary>How to start it with these arguments, apart from all that this user has.</summary>
    public static ProcessStart Start(params IReadOnlyList<ByteName> arguments) => new(Path, arguments)
    {
        Environment = new Dictionary<string, string?>
        {
            ["DOPPEL_VOLUME"] = null,
            ["XDG_CONFIG_HOME"] = "/dev/null",
            ["XDG_CACHE_HOME"] = Cache.Folder,
            // Only one run at a time may act on one state: a test that acts says which is its own.
            ["XDG_STATE_HOME"] = "/dev/null",
            ["NO_COLOR"] = null,
            ["TERM"] = "xterm",
            ["COLUMNS"] = null,
        },
    };

    /// <summary>The same start through another volume.</summary>
    public static ProcessStart Through(this ProcessStart start, VolumeKind volume)
    {
        var environment = new Dictionary<string, string?>(start.Environment)
        {
            ["DOPPEL_VOLUME"] = volume == VolumeKind.Portable ? "portable" : null,
        };
        return start with { Environment = environment };
    }

    /// <summary>Runs it to its end.</summary>
    public static ProcessEnd Run(params IReadOnlyList<ByteName> arguments) => Tool.Run(Start(arguments));

    /// <summary>Runs <c>find --json</c> and reads its report; it must end with 0 and say nothing else.</summary>
    public static FindReport Find(params IReadOnlyList<ByteName> arguments) => Find(VolumeKind.Native, arguments);

    /// <summary>The same, through one volume or the other.</summary>
    public static FindReport Find(VolumeKind volume, params IReadOnlyList<ByteName> arguments)
    {
        FindReport report = Read(Start(["find", "--json", .. arguments]).Through(volume), exitCode: 0);
        Assert.Empty(report.Problems);
        return report;
    }

    /// <summary>Runs <c>find --json</c> where problems are expected: exit code 1.</summary>
    public static FindReport FindWithProblems(VolumeKind volume, params IReadOnlyList<ByteName> arguments)
    {
        FindReport report = Read(Start(["find", "--json", .. arguments]).Through(volume), exitCode: 1);
        Assert.NotEmpty(report.Problems);
        return report;
    }

    /// <summary>Runs any start that writes a report to standard output.</summary>
    public static FindReport Read(ProcessStart start, int exitCode)
    {
        ProcessEnd end = Tool.Run(start);
        Assert.True(end.ExitCode == exitCode, $"{end.Program}: exit code {end.ExitCode}: {end.ErrorText}");
        return ReadOutput(end);
    }

    private static TempTree GoneAtExit(TempTree tree)
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => tree.Dispose();
        return tree;
    }

    /// <summary>The report on standard output of a run; every law of reports is checked.</summary>
    public static FindReport ReadOutput(ProcessEnd end)
    {
        FindReport report = FindReport.Parse(end.Output);
        ReportLaws.Check(report);
        return report;
    }
}
