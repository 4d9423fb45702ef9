using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Tests;

public sealed class IndexTests
{
    [Fact]
    public void The_index_leads_to_every_table_and_plot_of_a_page()
    {
        var files = new MemoryFiles();
        ISuite suite = Suites.All[0];
        var run = new SuiteRun(suite, isShort: true, TextWriter.Null);
        run.Add(new ResultTable("A table: of <these>", new Column("a", "ns")).AddRow("1|2"));
        run.Add(new LinePlot("A plot", [new("a", [new(1, 1)])]) { XTitle = "x", YTitle = "y" });
        string folder = Path.Combine(AppContext.BaseDirectory, $"index-{Environment.ProcessId}");
        try
        {
            Directory.CreateDirectory(Path.Combine(folder, "box"));
            string page = $"# {suite.Name}: why?\n\n- Outcome: fine.\n\n"
                + string.Concat(run.Items.Select(item => item.ToMarkdown(files) + "\n\n"));
            File.WriteAllText(Path.Combine(folder, "box", suite.Name + "-short.md"), page);
            string index = IndexPage.Text(folder, "results");
            string link = $"results/box/{suite.Name}-short.md";
            string[] expected =
            [
                $"[{suite.Name}: why?]({link}) (short run)", "fine.",
                $"[A table: of <these>]({link}#a-table-of-these)", "[A plot](results/box/a-plot.svg)",
            ];
            Assert.All(expected, text => Assert.Contains(text, index, StringComparison.Ordinal));
            Assert.Contains("1\\|2", page, StringComparison.Ordinal);
            Assert.Equal(["a-plot.svg"], files.Names);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void A_row_of_another_width_is_refused() =>
        Assert.Throws<ArgumentException>(() => new ResultTable("T", new Column("a")).AddRow("1", "2"));

    private sealed class MemoryFiles : IPageFiles
    {
        public List<string> Names { get; } = [];

        public string Write(string name, string content)
        {
            Names.Add(name);
            return name;
        }
    }
}
