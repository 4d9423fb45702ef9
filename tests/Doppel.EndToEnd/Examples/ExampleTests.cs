using System.Text.RegularExpressions;
using Doppel.Testing.Servers;

namespace Doppel.EndToEnd.Examples;

/// <summary>
/// Every example in the README, docs/tasks.md, docs/cron.md and the help does what it promises, on a tree made for it.
/// </summary>
public sealed partial class ExampleTests
{
    private static readonly Dictionary<string, ExampleCase> s_cases =
        new[]
        {
            SearchExamples.All, WatchExamples.All, SavedExamples.All, PageExamples.All, ActExamples.All,
            ServerExamples.All, FleetExamples.All, RecipeExamples.All,
        }
            .SelectMany(static all => all).ToDictionary(static one => one.Line);

    public static TheoryData<string> Lines { get; } = [.. s_cases.Values.Where(Runs).Select(static one => one.Line)];

    [Fact]
    public void Every_example_has_a_tree_and_every_tree_an_example()
    {
        string[] shown = [.. InDocuments().Concat(InHelp()).Distinct().Order(StringComparer.Ordinal)];
        Assert.Equal(shown, s_cases.Keys.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_manual_shows_the_examples_of_the_help()
    {
        using var tree = new TempTree();
        DoppelProgram.Run("generate", "man", tree.Folder).MustSucceed();
        string page = string.Concat(
            Directory.GetFiles(tree.Folder, "*", SearchOption.AllDirectories).Select(File.ReadAllText));
        Assert.All(InHelp(), line => Assert.Contains(
            Flat(line), Flat(SpecialLetter().Replace(page, "")), StringComparison.Ordinal));

        static string Flat(string text) => string.Concat(text.Where(static letter => char.IsLetterOrDigit(letter)));
    }

    [Theory]
    [MemberData(nameof(Lines))]
    public void An_example_does_exactly_what_it_promises(string line)
    {
        ExampleCase example = s_cases[line];
        Dictionary<string, string?> environment = [];
        S3Server? server = example.NeedsServer ? S3Server.Get() : null;
        if (example.Asks)
        {
            Needs.Program("script", "bsdutils");
        }

        using var tree = new ExampleTree();
        using Mount? mount = example.SharesBlocks ? MountOn(tree) : null;
        using ClickHouseServer? fleet = example.NeedsFleet ? FleetOn(tree, environment) : null;
        using Mount? disk = example.NeedsFleet ? DiskOn(tree) : null;
        foreach ((string name, string? value) in server?.Start().Environment ?? environment.AsReadOnly())
        {
            environment.TryAdd(name, value);
        }

        tree.Add(example.Before);
        Shell(example.Setup, asks: false);
        ProcessEnd end = Shell(
            example.StopsAt.Length > 0 ? UntilStopped(line, example.StopsAt) : line, example.Asks);
        string output = end.OutputText.Replace("\r", "", StringComparison.Ordinal);
        Assert.True(end.ExitCode == example.ExitCode, $"exit code {end.ExitCode}: {output}{end.ErrorText}");
        Assert.All(example.Shows, text => Assert.Contains(text, output, StringComparison.Ordinal));
        Assert.All(example.Hides, text => Assert.DoesNotContain(text, output, StringComparison.Ordinal));
        ProcessEnd then = Shell(example.Then, asks: false);
        Assert.True(then.ExitCode == 0, $"{example.Then}: {then.OutputText}{then.ErrorText}");
        if (mount is not null)
        {
            AssertShared(tree);
            return;
        }

        string after = (example.After ?? example.Before).Replace("ROOT", tree.Tree.Folder, StringComparison.Ordinal);
        Assert.Equal(ExampleTree.Normal(after), tree.Look());

        ProcessEnd Shell(string command, bool asks)
        {
            string id = Path.GetFileName(tree.Tree.Folder);
            string real = Bucket().Replace(command.ReplaceLineEndings("\n"), $"s3://$1-{id}")
                .Replace("http://db:8123", fleet?.Address.OriginalString, StringComparison.Ordinal)
                .Replace("https://s3.example.org", server?.Endpoint.OriginalString, StringComparison.Ordinal)
                .Replace("eu-west-1", environment.GetValueOrDefault("AWS_REGION"), StringComparison.Ordinal)
                .Replace("./doppel ", "doppel ", StringComparison.Ordinal);
            ProcessEnd ran = Tool.Run(tree.Shell(real, asks, environment));
            tree.EndShell();
            return ran;
        }
    }

    // In a process group of its own, so that the signal reaches the program and not only the function that starts it.
    private static string UntilStopped(string line, string text) => $"""
        set -m
        log=$(mktemp)
        {line} > $log 2>&1 &
        until grep -qF '{text}' $log; do jobs -r | grep -q . || break; done
        kill -TERM -- -$!
        cat $log
        rm $log
        """;

    private static bool Runs(ExampleCase example) => TestRun.IsFull || !example.IsLong;

    private static ClickHouseServer FleetOn(ExampleTree tree, Dictionary<string, string?> environment)
    {
        Needs.Program("clickhouse-server", "clickhouse-server");
        var server = new ClickHouseServer();
        environment["DOPPEL_FLEET_SERVER"] = server.Address.OriginalString;
        environment["PATH"] = $"{tree.Tree["bin"]}:{Environment.GetEnvironmentVariable("PATH")}";
        return server;
    }

    // Machines prove only what is on a disk of theirs.
    private static Mount DiskOn(ExampleTree tree)
    {
        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        ByteName image = tree.Tree.AddSparseFile("image", 64L << 20);
        Tool.Run("mkfs.ext4", "-q", image).MustSucceed();
        var mount = Mount.Make(tree.Tree, "srv", "-o", "loop", image);
        Directory.Delete($"{tree.Tree["srv/lost+found"]}");
        return mount;
    }

    // Two copies of a disk and something else.
    private static Mount MountOn(ExampleTree tree)
    {
        Needs.Root();
        Needs.Program("mkfs.btrfs", "btrfs-progs");
        Needs.Program("filefrag", "e2fsprogs");
        tree.Tree.AddSparseFile("work/image", 400L << 20);
        Tool.Run("mkfs.btrfs", "-q", tree.Tree["work/image"]).MustSucceed();
        var mount = Mount.Make(tree.Tree, "srv", "-o", "loop", tree.Tree["work/image"]);
        byte[] disk = new byte[1 << 20];
        new Random(1).NextBytes(disk);
        tree.Tree.AddFile("srv/images/a", disk);
        tree.Tree.AddFile("srv/images/b", disk);
        tree.Tree.AddFile("srv/images/c", "another one");
        Tool.Run("sync", "-f", tree.Tree["srv"]).MustSucceed();
        return mount;
    }

    private static void AssertShared(ExampleTree tree)
    {
        Assert.Equal(
            ["a", "b", "c"],
            Directory.GetFiles($"{tree.Tree["srv/images"]}").Select(static path => Path.GetFileName(path)!).Order());
        Assert.Equal(Places("a"), Places("b"));
        Assert.NotEqual(Inode("a"), Inode("b"));

        string Places(string name) => string.Join(
            '\n', Extent().Matches(Tool.Run("filefrag", "-v", tree.Tree[$"srv/images/{name}"]).OutputText)
                .Select(static match => match.Value));

        string Inode(string name) => Tool.Run("stat", "-c", "%i", tree.Tree[$"srv/images/{name}"]).OutputText;
    }

    // The tasks, and the transcripts. What installs doppel is not an example of it.
    private static IEnumerable<string> InDocuments()
    {
        string[] documents = ["README.md", "docs/tasks.md", "docs/cron.md"];
        string readme = string.Concat(documents.Select(SourceTree.Read));
        IEnumerable<string> tasks = ShellBlock().Matches(readme).Select(static match => match.Groups[1].Value)
            .Where(static block => !Installs().IsMatch(block))
            .SelectMany(static block => block.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        return tasks.Select(static line => Comment().Replace(line, ""))
            .Concat(Prompt().Matches(readme).Select(static match => match.Groups[1].Value));
    }

    private static IEnumerable<string> InHelp()
    {
        string help = DoppelProgram.Run("--help").MustSucceed().OutputText;
        string examples = help[..help.IndexOf("\nSearch:\n", StringComparison.Ordinal)];
        return ExampleLine().Matches(examples).Select(static match => match.Groups[1].Value);
    }

    // The tests of releases and packages try these.
    [GeneratedRegex("git clone|apt install")]
    private static partial Regex Installs();

    [GeneratedRegex(@"\\\(..|\\[-&e]")]
    private static partial Regex SpecialLetter();

    [GeneratedRegex(@"s3://(backup|photos)")]
    private static partial Regex Bucket();

    [GeneratedRegex(@"\d+\.\.\s*\d+:\s+\d+\.\.\s*\d+")]
    private static partial Regex Extent();

    [GeneratedRegex(@"^```sh\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex ShellBlock();

    [GeneratedRegex(@"\s+# .*$")]
    private static partial Regex Comment();

    [GeneratedRegex(@"^\$ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Prompt();

    [GeneratedRegex(@"^  # .+\n  (.+)$", RegexOptions.Multiline)]
    private static partial Regex ExampleLine();
}
