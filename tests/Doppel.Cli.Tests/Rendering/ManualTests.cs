using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Rendering;

public sealed class ManualTests
{
    private static readonly CommandTable s_table = AllCommands.Table;

    // The main command, and the two that have options for every part of a transfer.
    private static readonly string[] s_long = ["doppel-find", "doppel-s3-cp", "doppel-s3-sync", "doppel-options"];

    [Fact]
    public void Every_page_is_free_of_warnings()
    {
        string groff = TestTools.Need("groff", "groff");
        using TempTree folder = Written();
        ByteName[] pages = [.. Pages(folder).Select(static page => (ByteName)page)];
        ProcessEnd end = Tool.Run(groff, ["-man", "-Tascii", "-P-cbou", "-ww", "-b", .. pages]).MustSucceed();
        Assert.Equal("", end.ErrorText);
        Assert.Contains("--one-file-system", end.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public void Man_finds_the_page_of_each_command_and_of_each_family()
    {
        string man = TestTools.Need("man", "man-db");
        using TempTree folder = Written();
        string[] names =
        [
            "doppel", "doppel-options", .. s_table.Families.Select(static family => "doppel-" + family.Key),
            .. s_table.All.Select(static command => "doppel-" + string.Join('-', command.Words)),
        ];
        Assert.Equal(names.Distinct().Count(), Pages(folder).Length);
        Assert.All(names, name => Assert.EndsWith(
            $"/{name}.{(name == "doppel-options" ? 7 : 1)}\n",
            Tool.Run(man, "-M", folder.Folder, "-w", name).MustSucceed().OutputText,
            StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_of_a_command_fits_two_screens_of_70_lines()
    {
        string man = TestTools.Need("man", "man-db");
        using TempTree folder = Written();
        Assert.All(Pages(folder).Where(static page => !s_long.Contains(Path.GetFileNameWithoutExtension(page))), page =>
        {
            var start = new ProcessStart(man, ["-l", page])
            {
                Environment = new Dictionary<string, string?> { ["MANWIDTH"] = "80" },
            };
            int lines = Tool.Run(start).MustSucceed().OutputText.Count(static letter => letter == '\n');
            Assert.True(lines <= 140, $"{Path.GetFileName(page)} has {lines} lines");
        });
    }

    // Each option of a command is described in its page, or named there and described with those that many have.
    [Fact]
    public void Every_option_of_a_command_is_described_once()
    {
        Dictionary<string, string> pages = Manual.Pages(s_table).ToDictionary(
            static page => page.Name,
            static page => page.ToString().Replace("\\-", "-", StringComparison.Ordinal));
        foreach (CommandDefinition command in s_table.All)
        {
            string page = pages["doppel-" + string.Join('-', command.Words)];
            foreach (OptionDefinition option in command.AllOptions)
            {
                string entry = $"\\fB--{option.Name}\\fR";
                bool isOwn = page.Contains(entry, StringComparison.Ordinal);
                bool isShared = page.Contains($"--{option.Name}", StringComparison.Ordinal)
                    && pages["doppel-options"].Contains(entry, StringComparison.Ordinal);
                Assert.True(isOwn || isShared, $"{command.Name}: --{option.Name}");
            }
        }
    }

    [Fact]
    public void Without_a_folder_the_page_of_the_program_is_printed()
    {
        var host = new TestHost();
        Assert.Equal(0, host.Run("generate", "man"));
        Assert.Equal(Manual.Pages(s_table).First().ToString(), host.Output);
    }

    [Fact]
    public void A_folder_that_cannot_be_made_is_an_error()
    {
        using var tree = new TempTree();
        File.WriteAllText(Path.Combine(tree.Folder, "file"), "");
        var host = new TestHost();
        Assert.Equal(2, host.Run("generate", "man", Path.Combine(tree.Folder, "file")));
        Assert.StartsWith(
            $"doppel: cannot create '{tree.Folder}/file/man1': ", host.Errors, StringComparison.Ordinal);
    }

    private static TempTree Written()
    {
        var tree = new TempTree();
        Assert.Equal(0, new TestHost().Run("generate", "man", tree.Folder));
        return tree;
    }

    private static string[] Pages(TempTree tree) =>
        Directory.GetFiles(tree.Folder, "*", SearchOption.AllDirectories);
}
