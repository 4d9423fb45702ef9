using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Saved volumes and lists of digests that are read from files or other programs, without an import.</summary>
public sealed class SavedStreamTests : IDisposable
{
    private readonly TempTree _tree = new();

    public SavedStreamTests()
    {
        _tree.AddFile("disk/one", "content");
        _tree.AddFile("disk/two", "only here");
        _tree.AddFile("host/a/copy", "content");
        _tree.AddFile("host/other", "another");
        _tree.AddFolder("temporary");
        Run("catalog add host host");
        Run("catalog export host -o host.doppel");
    }

    public void Dispose() => _tree.Dispose();

    [Theory]
    [InlineData("-", "-")]
    [InlineData("web1=-", "web1")]
    [InlineData("./host.doppel", "host")]
    [InlineData("web1=host.doppel", "web1")]
    public void An_exported_volume_is_searched_like_an_imported_one_and_leaves_no_file(string file, string name)
    {
        string expected = Run("find disk catalog:host").OutputText;
        Assert.Contains("1 group, 1 redundant file", expected, StringComparison.Ordinal);
        byte[] exported = File.ReadAllBytes($"{_tree["host.doppel"]}");

        // Without a catalog as well.
        ProcessEnd end = Tool.Run(Start($"find --catalog none disk catalog:{file}") with { Input = exported });
        Assert.Equal(
            expected.Replace("catalog:host/", $"catalog:{name}/", StringComparison.Ordinal),
            end.MustSucceed().OutputText);
        Assert.Empty(Directory.EnumerateFileSystemEntries($"{_tree["temporary"]}"));
    }

    // As with catalog:web1=<(ssh web1 doppel catalog export all).
    [Fact]
    public void Several_machines_are_searched_at_once()
    {
        string doppel = $"{Start("version").Program}";
        string script = $"""
            exec "{doppel}" find --format fdupes catalog:x=<("{doppel}" catalog export host) catalog:y=host.doppel disk
            """;
        ProcessStart start = Start("version") with { Program = "bash", Arguments = ["-c", script] };
        string[] names = Tool.Run(start).MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(
            [$"catalog:x{_tree["host/a/copy"]}", $"catalog:y{_tree["host/a/copy"]}", "disk/one"], names);
    }

    [Fact]
    public void A_list_of_digests_is_read_from_a_pipe()
    {
        var hash = new ProcessStart("md5sum", ["a/copy", "other"]) { Folder = _tree["host"] };
        byte[] list = Tool.Run(hash).MustSucceed().Output;
        ProcessEnd end = Tool.Run(Start("find --format fdupes disk catalog:list=-") with { Input = list });
        Assert.Equal("catalog:list/a/copy\ndisk/one\n\n", end.MustSucceed().OutputText);
        end = Tool.Run(Start("find --unique --reference catalog:- disk") with { Input = list });
        Assert.Contains("disk/two", end.MustSucceed().OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_stream_that_ends_early_or_is_damaged_is_an_error_and_leaves_no_file()
    {
        byte[] exported = File.ReadAllBytes($"{_tree["host.doppel"]}");
        for (int length = 1; length < exported.Length; length += 7)
        {
            Check(exported[..length], "cannot use standard input: it is ");
        }

        for (int i = 1; i < exported.Length; i += 7)
        {
            byte[] damaged = [.. exported];
            damaged[i] ^= 0x40;
            Check(damaged, "cannot use standard input: it is ");
        }

        Check([], "cannot use standard input as a saved volume: the input is empty");
        Check(Encoding.UTF8.GetBytes("no digest\n"), "cannot use standard input as a saved volume: line 1: ");

        void Check(byte[] input, string message)
        {
            ProcessEnd end = Tool.Run(Start("find disk catalog:-") with { Input = input });
            Assert.True(end is { ExitCode: 2, OutputText: "" }, end.OutputText);
            Assert.StartsWith($"doppel: {message}", end.ErrorText, StringComparison.Ordinal);
            Assert.Empty(Directory.EnumerateFileSystemEntries($"{_tree["temporary"]}"));
        }
    }

    [Theory]
    [InlineData("find disk catalog:x=none", "cannot use 'none': No such file or directory")]
    [InlineData("find disk catalog:./disk", "cannot use './disk': Is a directory")]
    [InlineData("find disk catalog:a:b=host.doppel", "'a:b' is not a valid name of a saved volume")]
    [InlineData("find disk catalog:./a%b", "'a%b' is not a valid name of a saved volume\nhint: choose one: ")]
    [InlineData("find disk catalog:host catalog:./host.doppel", "there are two saved volumes named 'host'\nhint: ")]
    [InlineData("find disk catalog:./host.doppel catalog:host", "there are two saved volumes named 'host'\nhint: ")]
    [InlineData("find disk catalog:x=host.doppel catalog:x=./host.doppel", "there are two saved volumes named 'x'")]
    [InlineData("trash disk catalog:-", "'catalog:-' is a saved volume, whose files cannot be read")]
    public void A_mistake_is_one_clear_error(string command, string message)
    {
        ProcessEnd end = Tool.Run(Start(command));
        Assert.True(end is { ExitCode: 2, OutputText: "" }, $"{end.ExitCode}: {end.OutputText}{end.ErrorText}");
        Assert.StartsWith($"doppel: {message}", end.ErrorText, StringComparison.Ordinal);
    }

    private ProcessEnd Run(string command) => Tool.Run(Start(command)).MustSucceed();

    private ProcessStart Start(string command)
    {
        ProcessStart start = DoppelProgram.Start([.. command.Split(' ').Select(static word => (ByteName)word)]);
        return start with
        {
            Folder = _tree.Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_CACHE_HOME"] = $"{_tree.Folder}/cache",
                ["TMPDIR"] = $"{_tree["temporary"]}",
            },
        };
    }
}
