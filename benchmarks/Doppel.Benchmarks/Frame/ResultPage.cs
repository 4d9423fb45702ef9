using System.Globalization;
using System.Text;

namespace Doppel.Benchmarks.Frame;

/// <summary>Writes the page of one suite below <c>benchmarks/results</c>.</summary>
internal sealed class ResultPage(string folder, string name) : IPageFiles
{
    /// <summary>The folder with a folder for each machine.</summary>
    public static string Results => Path.Combine(SourceTree.Root, "benchmarks", "results");

    /// <summary>Writes what a run found; a short run never overwrites the page of a full one.</summary>
    public static void Write(SuiteRun run, DateTimeOffset date)
    {
        string folder = Path.Combine(Results, Machine.Name);
        Directory.CreateDirectory(folder);
        new ResultPage(folder, run.IsShort ? run.Suite.Name + "-short" : run.Suite.Name).WriteAll(run, date);
    }

    string IPageFiles.Write(string file, string content)
    {
        string full = Path.Combine(folder, Path.GetDirectoryName(file)!, $"{name}-{Path.GetFileName(file)}");
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        WriteText(full, content);
        return Path.GetRelativePath(folder, full).Replace('\\', '/');
    }

    /// <summary>UTF-8 without a mark, lines that end in LF, the last one too.</summary>
    internal static void WriteText(string path, string content)
    {
        IEnumerable<string> lines = content.Split('\n').Select(line => line.TrimEnd());
        File.WriteAllText(path, string.Join('\n', lines).TrimEnd('\n') + "\n");
    }

    private void WriteAll(SuiteRun run, DateTimeOffset date)
    {
        Verdict sum = Verdict.Sum(run.Verdicts);
        string outcome = sum.Judged > 0 ? sum.Sentence : "This suite has no contestant of ours.";
        var text = new StringBuilder();
        text.Append($"# {run.Suite.Name}: {run.Suite.Question}\n\n");
        text.Append($"- Outcome: {outcome}\n");
        text.Append($"- Machine: {Machine.Processor}, {Machine.Cores} cores\n");
        text.Append($"- Software: {Machine.Software}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Date: {date:yyyy-MM-dd}\n");
        text.Append(run.IsShort
            ? $"- Run: short, a subset of the cells measured quickly, by `./bench {run.Suite.Name} --short`"
            : $"- Run: full, by `./bench {run.Suite.Name}`");
        text.Append(run.IsWhole ? "\n" : "; broken off, so that what follows is a part\n");
        foreach (IPageItem item in run.Items)
        {
            text.Append('\n').Append(item.ToMarkdown(this)).Append('\n');
        }

        WriteText(Path.Combine(folder, name + ".md"), text.ToString());
    }
}
