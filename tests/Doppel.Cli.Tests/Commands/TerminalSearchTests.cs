using System.Text;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>A search on a terminal is for a person; in a file or a pipe it is what other commands read.</summary>
public sealed class TerminalSearchTests : IDisposable
{
    private readonly TempTree _tree = new();

    public TerminalSearchTests()
    {
        _tree.AddFile("own/a/one", "content");
        _tree.AddFile("own/a/two", "content");
    }

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void It_is_short_shows_what_deleting_frees_and_ends_with_the_next_steps()
    {
        using TestHost host = Host(isTerminal: true);
        Assert.Equal(0, host.Run("find", "--min-size", "1", "--no-color", $"{_tree.Folder}/own"));
        Assert.Equal(
            "2 × 7 B, 4.0 KiB redundant\n    a/one\n    a/two\n\n"
                + "Total: 1 group, 1 redundant file, 4.0 KiB redundant\n",
            host.Output);
        Assert.EndsWith(
            "\nnext: doppel ui --min-size 1 ~     opens them in the browser\n"
                + "      doppel trash --min-size 1 ~  asks before it moves anything\n",
            host.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--long")]
    [InlineData("--format", "fdupes")]
    [InlineData("--json")]
    [InlineData("-0")]
    [InlineData("-o", "report.txt")]
    public void Output_for_programs_and_long_output_stay_exact_without_next_steps(params string[] options)
    {
        options = [.. options.Select(word => word == "report.txt" ? $"{_tree.Folder}/{word}" : word)];
        using TestHost host = Host(isTerminal: true);
        Assert.Equal(0, host.Run(["find", "--no-color", .. options, $"{_tree.Folder}/own"]));
        Assert.DoesNotContain("×", host.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("next:", host.Errors, StringComparison.Ordinal);
        if (options[0] == "-o")
        {
            string text = File.ReadAllText(options[1]);
            Assert.StartsWith("2 copies of 7 B, 7 B redundant, xxh3-128 ", text, StringComparison.Ordinal);
            Assert.Contains("4.0 KiB redundant; ", host.Errors, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_pipe_gets_the_exact_text()
    {
        using TestHost host = Host(isTerminal: false);
        Assert.Equal(0, host.Run("find", $"{_tree.Folder}/own"));
        Assert.StartsWith("2 copies of 7 B, 7 B redundant, xxh3-128 ", host.Output, StringComparison.Ordinal);
        Assert.Contains($"    {_tree.Folder}/own/a/one\n", host.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("next:", host.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("find -q HOME")]
    [InlineData("find --min-size 1M HOME")]
    [InlineData("find --files-from LIST")]
    public void Nothing_comes_next_if_nothing_was_found_or_it_is_not_wanted_or_not_possible(string line)
    {
        _tree.AddFile("list", $"{_tree.Folder}/own/a/one\n{_tree.Folder}/own/a/two\n");
        using TestHost host = Host(isTerminal: true);
        host.Run([.. line.Split(' ').Select(word => word switch
        {
            "HOME" => $"{_tree.Folder}/own",
            "LIST" => $"{_tree.Folder}/list",
            _ => word,
        })]);
        Assert.DoesNotContain("next:", host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void The_next_steps_have_the_options_that_choose_files_and_can_be_typed()
    {
        // Longer than the line of the terminal.
        string folder = $"{_tree.Folder}/own/b c/{new string('d', 90)}";
        _tree.AddFile($"own/b c/{new string('d', 90)}/three", "content");
        string[] roots = ["--reference", $"{_tree.Folder}/own/a", folder];
        using TestHost host = Host(isTerminal: true);
        Assert.Equal(0, host.Run(["find", "--summary", "--no-color", .. roots]));
        Assert.Contains(
            $"doppel trash --reference ~/a '{folder}'\n", host.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("--summary", host.Errors, StringComparison.Ordinal);
    }

    // A shell takes ~x for the home folder of the user x.
    [Theory]
    [InlineData("~x", "'~x'")]
    [InlineData("-x", "./-x")]
    [InlineData("x y", "'x y'")]
    [InlineData("x", "x")]
    public void The_next_steps_name_folders_so_that_a_shell_and_doppel_understand_them(string name, string shown)
    {
        _tree.AddFile($"own/{name}/one", "content");
        _tree.AddFile($"own/{name}/two", "content");
        using TestHost host = Host(isTerminal: true);
        Assert.Equal(0, host.Run("find", "--no-color", "--", name));
        Assert.Contains($"next: doppel ui {shown} ", host.Errors, StringComparison.Ordinal);
        Assert.Contains($"doppel trash {shown} ", host.Errors, StringComparison.Ordinal);
    }

    private TestHost Host(bool isTerminal)
    {
        var host = new TestHost
        {
            IsTerminal = isTerminal,
            Paths = new RootPaths(Encoding.UTF8.GetBytes($"{_tree.Folder}/own")),
        };
        host.Environment["HOME"] = $"{_tree.Folder}/own";
        host.Environment["TERM"] = "dumb";
        return host;
    }
}
