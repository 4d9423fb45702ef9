using System.ComponentModel;
using Doppel.Benchmarks.EngineLoad;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Opening;

/// <summary>What opening files costs, alone and under an on-access scanner.</summary>
internal sealed class OpeningSuite : ISuite
{
    private const string NotMeasured = "Under a scanner: not measured here";

    public string Name => "opening";

    public string Question => "What does opening a file cost, and what does an on-access scanner add to it?";

    public void Verify()
    {
        const int Files = 300;
        using var scratch = new ScratchFolder("opening-check");
        var files = new OpeningFiles(System.IO.Path.Combine(scratch.Path, "files"), Files);
        foreach (FileOpener opener in Openers(files, files.Root))
        {
            VerifyException.UnlessEqual(files.FirstBytes, OpenSteps.Pass(opener, Files, new double[4]), opener.Name);
        }

        foreach (Contestant way in Closings(files))
        {
            // Each checks its sum itself.
            VerifyException.UnlessEqual(Files, way.Work(), way.Name);
        }

        var search = new SearchFiles(System.IO.Path.Combine(scratch.Path, "search"), Files, seed: 3);
        foreach (SearchTool tool in HeldSearches.Installed)
        {
            VerifyException.UnlessEqual(search.Groups, tool.Search(search.Root, scratch.Path), tool.Name);
        }

        BufferLoad.Verify(System.IO.Path.Combine(scratch.Path, "load"));
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "The talk calls opening the dearest call of the program: attributes are read, rights are checked, and an "
            + "antivirus looks into the file. It shows 63,000 files compared on one thread, four minutes slower "
            + "with an antivirus than without: about 4 ms a file. It opens fewer files, closes them on another "
            + "thread, and reads with several threads. All files here are in the page cache, so what is measured is "
            + "the system, not the disk.");
        using var scratch = new ScratchFolder("opening");
        var files = new OpeningFiles(System.IO.Path.Combine(scratch.Path, "files"), run.Pick(6_300, 63_000));
        run.Log($"{files.Count} files made in {scratch.Path}");
        MeasureSteps(run, files);
        IReadOnlyList<Row> closing = run.Measure(
            Closings(files), [new Parameter("pass", "open, read and close in turn")], run.Pick(3, 9));
        run.Add(FileTable.Of(
            "Closing on another thread", closing,
            "The talk closes streams on another thread, because its closings wait for a scanner of Windows. Here a "
            + "closing is one short call: what it takes is saved as long as the other thread has a processor to "
            + "itself, and where all processors read nothing is."));
        MeasureUnderScanner(run, files, scratch.Path);
        BufferLoad.Run(run, System.IO.Path.Combine(scratch.Path, "load"));
    }

    private static void MeasureSteps(SuiteRun run, OpeningFiles files)
    {
        run.Log("open, read and close apart");
        IReadOnlyList<FileOpener> openers = Openers(files, files.Root);
        IReadOnlyList<Row> rows = OpenSteps.Measure(openers, files.Count, run.Pick(3, 9));
        run.Add(FileTable.Of(
            $"Open, read and close of {files.Count:#,0} files", rows,
            $"Files of {OpeningFiles.FileBytes:#,0} bytes; {FileOpener.OpenMax} are open at a time, and each step "
            + "is timed for all of them together. Ours makes openat and statx, pread, close; .NET makes openat, "
            + "fstat and flock, pread, flock and close. Ours needs statx to make sure that the file is the one that "
            + "was listed."));
        string[] steps = [.. rows.Select(row => row["step"]!).Distinct()];
        run.Add(new BarPlot("Open, read and close", steps, [.. openers.Select(opener => new PlotSeries(
            opener.Name,
            [.. steps.Select((step, i) => PointOf(i, rows.First(row =>
                row.Contestant == opener.Name && row["step"] == step)))])
        {
            IsOurs = opener.Role == Role.Ours,
        })])
        {
            YTitle = "time of one file",
            YUnit = AxisUnit.Time,
        });
    }

    private static PlotPoint PointOf(int x, Row row) => new(x, row.CenterNs, row.LowNs, row.HighNs);

    private static void MeasureUnderScanner(SuiteRun run, OpeningFiles files, string scratch)
    {
        if (!OperatingSystem.IsLinux())
        {
            run.Add(Refusal("fanotify is a facility of Linux"));
            return;
        }

        string mount = System.IO.Path.Combine(scratch, "mount");
        string work = System.IO.Path.Combine(scratch, "work");
        Directory.CreateDirectory(mount);
        Directory.CreateDirectory(work);
        try
        {
            PrivateMount.Run(files.Root, mount, () => MeasureOpenings(run, files, mount));
            var search = new SearchFiles(
                System.IO.Path.Combine(scratch, "search"), run.Pick(160, 960), seed: 3);
            PrivateMount.Run(search.Root, mount, () => MeasureSearches(run, new HeldSearches(search, mount, work)));
        }
        catch (Win32Exception refusal)
        {
            run.Add(Refusal(refusal.Message));
        }
    }

    private static void MeasureOpenings(SuiteRun run, OpeningFiles files, string mount)
    {
        var openings = new HeldOpenings();
        IReadOnlyList<FileOpener> openers =
        [
            new VolumeOpener(LocalVolume.Create(), files, mount, fromFolder: false), new HandleOpener(files, mount),
        ];

        // Once before, so that no table shows what the first call of anything costs.
        HeldOpenings.Warm(openers, files.Count);
        foreach ((ScannerKind kind, int count, int passes) in new (ScannerKind, int, int)[]
        {
            (ScannerKind.None, 6_000, run.Pick(5, 15)), (new(0, 1), 6_000, run.Pick(3, 15)),
            (new(0.5, 1), run.Pick(400, 3_000), 1), (new(4, 1), run.Pick(150, 2_000), 1),
        })
        {
            run.Log($"openings, {kind.HoldText}");
            openings.Measure(openers, kind, mount, count, passes);
        }

        openings.Table.AddFootnote(
            "The scanner is a program of ours that asks the kernel (fanotify, FAN_OPEN_PERM) to be asked before "
            + "each opening on a mount of its own, waits, and lets it pass: what any on-access scanner does, "
            + "without the scanning. At 0 ms remains what being asked costs, which is two changes of thread. The "
            + "talk's 4 ms a file and 4 minutes for 63,000 are the last row: a search on one thread takes openings "
            + "× hold longer, whatever it is written in.");
        run.Add(openings.Table);
    }

    private static void MeasureSearches(SuiteRun run, HeldSearches searches)
    {
        searches.Warm();
        foreach ((ScannerKind kind, int rounds) in new (ScannerKind, int)[]
        {
            (ScannerKind.None, run.Pick(3, 9)), (new(0, 1), run.Pick(2, 9)), (new(0.5, 1), run.Pick(1, 5)),
            (new(4, 1), run.Pick(1, 2)), (new(4, 4), run.Pick(1, 2)),
        })
        {
            run.Log($"whole searches, {kind.HoldText}, {kind.Threads} held at once");
            searches.Measure(kind, rounds);
        }

        ResultTable table = searches.ToTable();
        table.AddFootnote(
            "Of eight files four have a twin, two share only their size, two have a size of their own. All programs "
            + "found the same groups in every run. Who opens a file twice waits twice. A scanner that holds one "
            + "opening at a time makes threads useless; one that holds four lets four threads of ours wait "
            + "together. Rows in which nothing is held stand for the difference and are not judged: a tree this "
            + "small tells how long a program takes to start. "
            + HeldSearches.Missing);
        run.Add(table);
        run.Add(searches.ToPlot());
    }

    private static ResultTable Refusal(string reason) =>
        new ResultTable(NotMeasured, new Column("needed"), new Column("refused with")).AddRow(
            "root, mount namespaces and fanotify with CONFIG_FANOTIFY_ACCESS_PERMISSIONS", reason);

    private static IReadOnlyList<FileOpener> Openers(OpeningFiles files, string root) =>
    [
        new VolumeOpener(LocalVolume.Create(), files, root, fromFolder: true),
        new VolumeOpener(LocalVolume.Create(), files, root, fromFolder: false),
        new HandleOpener(files, root),
        new StreamOpener(files, root, buffered: false),
        new StreamOpener(files, root, buffered: true),
    ];

    private static IReadOnlyList<Contestant> Closings(OpeningFiles files)
    {
        var closing = new BackgroundClosing(files, files.Root);
        return
        [
            new("ours, closed in turn", Role.Ours, Checked(closing.CallsHere)),
            new("ours, closed by another thread", Role.Reference, Checked(closing.CallsElsewhere)),
            new("FileStream, closed in turn", Role.Rival, Checked(closing.StreamsHere)),
            new("FileStream, closed by another thread", Role.Rival, Checked(closing.StreamsElsewhere)),
        ];

        Func<long> Checked(Func<long> pass) => () =>
        {
            VerifyException.UnlessEqual(files.FirstBytes, pass(), "closing");
            return files.Count;
        };
    }
}
