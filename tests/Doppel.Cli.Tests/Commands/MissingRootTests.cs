using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>A disk that is not mounted, and a working directory that is gone.</summary>
public sealed class MissingRootTests : IDisposable
{
    private readonly TempTree _tree = new();

    public MissingRootTests()
    {
        _tree.AddFile("here/a", "hello");
        _tree.AddFile("here/b", "hello");
        _tree.AddFile("disk/c", "other");
        _tree.AddFile("disk/d", "other");
    }

    private string Here => _tree.Folder + "/here";

    private string Disk => _tree.Folder + "/disk";

    private string Gone => _tree.Folder + "/gone";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void The_other_roots_are_searched_and_a_missing_one_is_a_problem()
    {
        using TestHost host = Host();
        Assert.Equal(1, host.Run("find", "--format=fdupes", Gone, Here));
        Assert.Equal($"{Here}/a\n{Here}/b\n\n", host.Output);
        Assert.Contains(
            $"doppel: cannot stat '{Gone}': No such file or directory\n", host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Links_are_listed_below_the_other_roots()
    {
        _tree.AddHardLink("here/c", "here/a");
        using TestHost host = Host();
        Assert.Equal(1, host.Run("list-links", Here, Gone));
        Assert.Contains($"{Here}/c", host.Output, StringComparison.Ordinal);
        Assert.Contains($"cannot stat '{Gone}'", host.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("find")]
    [InlineData("list-links")]
    public void If_every_root_is_missing_nothing_is_searched(string command)
    {
        using TestHost host = Host();
        Assert.Equal(2, host.Run(command, Gone, Gone + "2"));
        Assert.Equal(
            $"doppel: cannot open '{Gone}': No such file or directory\n"
            + "hint: check the spelling, and quote names with spaces\n", host.Errors);
        Assert.Empty(host.Output);
    }

    [Theory]
    [InlineData("plan")]
    [InlineData("trash --yes")]
    [InlineData("delete --dry-run")]
    [InlineData("catalog verify")]
    public void A_command_that_relies_on_what_is_there_refuses(string command)
    {
        using TestHost host = Host();
        Assert.Equal(2, host.Run([.. command.Split(' '), Here, Gone]));
        Assert.Contains($"doppel: cannot open '{Gone}'", host.Errors, StringComparison.Ordinal);
        Assert.True(File.Exists(Here + "/a") && File.Exists(Here + "/b"));
    }

    [Fact]
    public void Only_what_is_new_is_not_remembered_while_a_root_is_missing()
    {
        Assert.Equal((0, "2 new groups (0 known)"), SearchForNew());
        Assert.Equal((0, "no new duplicates (2 groups known)"), SearchForNew());
        Directory.Move(Disk, Gone);
        _tree.AddFile("here/new", "third");
        _tree.AddFile("here/new2", "third");
        Assert.Equal((1, "1 new group (1 known)"), SearchForNew());
        Directory.Move(Gone, Disk);
        Assert.Equal((0, "1 new group (2 known)"), SearchForNew());
        Assert.Equal((0, "no new duplicates (3 groups known)"), SearchForNew());
    }

    [Theory]
    [InlineData("find HERE", 0, "1 group")]
    [InlineData("find --exclude *.o --exclude x/y HERE", 0, "1 group")]
    [InlineData("plan HERE", 0, "/here/b")]
    [InlineData("trash --dry-run HERE", 0, "/here/b")]
    [InlineData("find", 2, "doppel: the working directory no longer exists\nhint: use absolute paths\n")]
    [InlineData("find HERE sub", 2, "doppel: the working directory no longer exists\nhint: use absolute paths\n")]
    [InlineData("find --exclude ./x HERE", 2, "leads outside of everything that is searched")]
    public void Only_a_relative_path_needs_a_working_directory(string line, int exitCode, string expected)
    {
        using TestHost host = Host();
        host.Paths = new RootPaths(default);
        int code = host.Run(line.Replace("HERE", Here, StringComparison.Ordinal).Split(' '));
        Assert.True(code == exitCode, $"{code}: {host.Errors}");
        Assert.Contains(expected, host.Errors + host.Output, StringComparison.Ordinal);
    }

    private (int ExitCode, string Totals) SearchForNew()
    {
        using TestHost host = Host();
        int code = host.Run("find", "--since-last", "--format=fdupes", Here, Disk);
        string line = host.Errors.TrimEnd('\n').Split('\n')[^1];
        return (code, line[..line.IndexOfAny([',', ';'])]);
    }

    private TestHost Host()
    {
        var host = new TestHost();
        host.Environment["XDG_STATE_HOME"] = _tree.Folder + "/state";
        host.Environment["XDG_CACHE_HOME"] = _tree.Folder + "/cache";
        return host;
    }
}
