using System.Diagnostics;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Paths;

/// <summary>Paths as strings, as the talk's tree and as ours.</summary>
internal sealed class PathsSuite : ISuite
{
    public string Name => "paths";

    public string Question => "What does a path cost as a string, as a node of the talk's tree and as an id of ours?";

    public void Verify()
    {
        foreach (string name in PathPair.Names)
        {
            using PathPair pair = PathPair.Of(name);
            VerifyPair(pair);
        }

        var corpus = PathCorpus.Make(5_000, seed: 7);
        string[] folders = corpus.FolderTexts();
        foreach (PathForm form in PathMemory.Forms)
        {
            using KeptPaths kept = form.Make(corpus);
            for (int i = 0; i < corpus.Files.Count; i++)
            {
                (int folder, string name) = corpus.Files[i];
                VerifyException.UnlessEqual($"{folders[folder]}/{name}", kept.TextOf(i), form.Name);
            }
        }

        VerifySample();
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "The talk compares two paths of Visual Studio's folder that differ in their last digit: 48 ns as "
            + "strings by OrdinalIgnoreCase, 2 ns as nodes of its tree (.NET 8). The strings differ at their end, "
            + "where a comparison from the start comes last, and the nodes where a comparison from the end comes "
            + "first; so other pairs stand beside. An id of ours is a number: two ids are one path if they are "
            + "equal, whatever the paths are.");
        run.Add(ResultTable.Of(
            "Equality, upper and lower case being different", run.Benchmark<OrdinalEquality>(),
            $"{PathPair.Copies}: the strings, and all nodes from the root on, exist twice. A tree of ours has each "
            + "path once."));
        WarmUpTextEquality();
        IReadOnlyList<Row> published =
        [
            Published("string, OrdinalIgnoreCase", 48), Published("the talk's nodes", 2),
        ];
        run.Add(ResultTable.Of(
            "Equality, upper and lower case being one", [.. run.Benchmark<CaselessEquality>(), .. published],
            "No search compares paths so, and our ids cannot be."));
        run.Add(ResultTable.Of(
            "From text to a path", run.Benchmark<TextToPath>(),
            "Paths of a tree of 10,000 files. The talk's nodes are made anew, with names from its dictionary. For "
            + "ids a table finds each component below its parent. A search never does this: it gets ids while it "
            + "lists."));
        run.Add(ResultTable.Of(
            "From a path to text", run.Benchmark<PathToText>(),
            "The talk names the string for each call of the system as a drawback of its tree. Ours writes bytes "
            + "into a buffer that is kept; a string is made for people only."));
        MeasureMemory(run);
    }

    // The library's comparison without case is compiled four times before it is at its best, each time after a wait; on
    // a busy machine that would outlast the warming up of the first cell and count against it.
    private static void WarmUpTextEquality()
    {
        using PathPair pair = PathPair.Of(PathPair.Copies);
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(1))
        {
            bool equal = string.Equals(pair.LeftText, pair.RightText, StringComparison.OrdinalIgnoreCase);
            VerifyException.UnlessEqual(true, equal, "string, OrdinalIgnoreCase");
        }
    }

    private static void VerifyPair(PathPair pair)
    {
        bool equal = string.Equals(pair.LeftText, pair.RightText, StringComparison.Ordinal);
        bool caseless = string.Equals(pair.LeftText, pair.RightText, StringComparison.OrdinalIgnoreCase);
        VerifyException.UnlessEqual(equal, pair.LeftNode.Equals(pair.RightNode), "the talk's nodes");
        VerifyException.UnlessEqual(caseless, pair.LeftNode.EqualsIgnoreCase(pair.RightNode), "the talk's nodes");
        VerifyException.UnlessEqual(equal, pair.LeftId == pair.RightId, "path id");
        VerifyException.UnlessEqual(pair.LeftText, pair.LeftNode.ToText('\\'), "the talk's nodes as text");
        string slashed = PathPair.WithSlashes(pair.RightText);
        VerifyException.UnlessEqual(slashed, pair.Tree.ToText(pair.RightId), "path id as text");
    }

    private static void VerifySample()
    {
        using var sample = PathSample.Make();
        byte[] buffer = new byte[4096];
        for (int i = 0; i < PathSample.Count; i++)
        {
            string text = sample.Texts[i];
            VerifyException.UnlessEqual(text, sample.Nodes[i].ToText('/'), "the talk's nodes");
            VerifyException.UnlessEqual(text, sample.Tree.ToText(sample.Ids[i]), "path id");
            string rendered = Encoding.UTF8.GetString(sample.Tree.Render(sample.Ids[i], buffer));
            VerifyException.UnlessEqual(text, rendered, "path id in a buffer");
            VerifyException.UnlessEqual(sample.Ids[i], sample.Finder.IdOf(text), "path id");
            VerifyException.UnlessEqual(sample.Nodes[i], TalkPath.Parse(text, '/', sample.Names), "the talk's nodes");
        }
    }

    private static void MeasureMemory(SuiteRun run)
    {
        int files = run.Pick(100_000, 1_000_000);
        run.Log($"memory of {files} paths");
        var corpus = PathCorpus.Make(files, seed: 5);
        string[] folders = corpus.FolderTexts();
        double length = corpus.Files.Average(file => folders[file.Folder].Length + 1.0 + file.Name.Length);
        var table = new ResultTable(
            $"Memory of {files:#,0} paths", new("form"), new("managed"), new("unmanaged"), new("all"),
            new("bytes of a path"), new("time to build"));
        List<PlotSeries> bars = [];
        foreach (PathForm form in PathMemory.Forms)
        {
            (long managed, long unmanaged, double ns) = Median(form, corpus, run.Pick(3, 5));
            table.AddRow(
                form.IsOurs ? $"**{form.Name}**" : form.Name, Figures.Bytes(managed), Figures.Bytes(unmanaged),
                Figures.Bytes(managed + unmanaged), Figures.Fixed((double)(managed + unmanaged) / files, 1),
                Figures.Time(ns));
            var bar = new PlotPoint(0, (double)(managed + unmanaged) / files);
            bars.Add(new PlotSeries(form.Name, [bar]) { IsOurs = form.IsOurs });
        }

        table.AddFootnote(
            $"Paths of {length:0} characters on the average, {corpus.Folders.Count:#,0} folders; each row holds the "
            + "folders too, and an array by which a path is found by its number. Managed bytes are those of the "
            + "heap after a full collection, unmanaged ones those that malloc has given out, as mallinfo2 counts "
            + "them. The time begins with the names of the corpus in memory; making them shared or UTF-8 is part of "
            + "it.");
        run.Add(table);
        run.Add(new BarPlot("Memory of a path", [$"{files:#,0} paths"], bars)
        {
            YTitle = "bytes of a path",
            YUnit = AxisUnit.Bytes,
        });
    }

    private static (long Managed, long Unmanaged, double Ns) Median(PathForm form, PathCorpus corpus, int rounds)
    {
        List<(long Managed, long Unmanaged, double Ns)> samples = [];
        for (int round = 0; round < rounds; round++)
        {
            (long Managed, long Unmanaged) before = PathMemory.InUse();
            long start = Stopwatch.GetTimestamp();
            using KeptPaths kept = form.Make(corpus);
            double ns = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
            (long Managed, long Unmanaged) after = PathMemory.InUse();
            samples.Add((after.Managed - before.Managed, after.Unmanaged - before.Unmanaged, ns));
            GC.KeepAlive(kept);
        }

        return (
            (long)Statistics.Median([.. samples.Select(static s => (double)s.Managed)]),
            (long)Statistics.Median([.. samples.Select(static s => (double)s.Unmanaged)]),
            Statistics.Median([.. samples.Select(static s => s.Ns)]));
    }

    private static Row Published(string contestant, double ns) => new()
    {
        Contestant = contestant,
        Role = Role.Published,
        Parameters = [new Parameter(nameof(PathEquality.pair), PathPair.LastDigit)],
        Runtime = ".NET 8",
        CenterNs = ns,
    };
}
