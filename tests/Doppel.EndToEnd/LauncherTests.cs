namespace Doppel.EndToEnd;

/// <summary>./doppel builds what changed and starts it. A script in place of dotnet plays the build.</summary>
public sealed class LauncherTests
{
    private const string Building = "doppel: building (Release";

    // Publishes a program that shows its arguments; counts how often; takes as long as a test wants.
    private const string FakeDotnet = """
        #!/bin/sh
        echo build >>"$FAKE_LOG"
        sleep "${FAKE_SECONDS:-0}"
        test -z "$FAKE_FAILS" || { echo "error CS0000: broken"; exit 1; }
        while [ "$1" != -o ]; do shift; done
        mkdir -p "$2"
        printf '#!/bin/sh\nprintf "<%%s>" "$@"\nexit 7\n' | tee "$2/doppel" >"$2/doppel-ui"
        chmod +x "$2/doppel" "$2/doppel-ui"
        """;

    [Fact]
    public void The_first_start_builds_and_the_second_does_not()
    {
        using TempTree tree = Sources();
        ProcessEnd first = Launch(tree, "find", "a b", ByteName.Of(0xFF));
        Assert.StartsWith(Building, first.ErrorText);
        Assert.Single(first.ErrorText.TrimEnd('\n').Split('\n'));
        ProcessEnd second = Launch(tree, "find", "a b", ByteName.Of(0xFF));
        Assert.Equal("", second.ErrorText);
        foreach (ProcessEnd end in (ProcessEnd[])[first, second])
        {
            Assert.Equal(7, end.ExitCode);
            Assert.Equal([.. "<find><a b><"u8, 0xFF, (byte)'>'], end.Output);
        }

        Assert.Equal(1, Builds(tree));
    }

    [Theory]
    [InlineData("echo '// more' >>src/Program.cs", true)]
    [InlineData("rm src/Other.cs", true)]
    [InlineData("mv src/Other.cs src/Renamed.cs", true)]
    [InlineData("echo new >src/New.cs && touch -d 2001-01-01 src/New.cs", true)]
    [InlineData("echo '{}' >global.json", true)]
    [InlineData("touch src/Program.cs", false)]
    [InlineData("echo x >README.md", false)]
    public void Only_changed_sources_are_built_again(string change, bool builds)
    {
        using TempTree tree = Sources();
        Launch(tree);
        Tool.Run("sh", "-c", $"cd '{tree["the project"]}' && {change}").MustSucceed();
        Launch(tree);
        Launch(tree);
        Assert.Equal(builds ? 2 : 1, Builds(tree));
    }

    [Theory]
    [InlineData("", 7)]
    [InlineData("1", 2)]
    public void On_a_terminal_a_build_shows_the_seconds_so_far(string fails, int code)
    {
        using TempTree tree = Sources();
        ProcessStart start = StartOf(tree, "script", "-qec", $"'{tree["the project/doppel"]}'", "/dev/null");
        start = start with { Environment = With(start, "FAKE_SECONDS", "1.5") };
        start = start with { Environment = With(start, "FAKE_FAILS", fails) };
        ProcessEnd end = Tool.Run(start with { Environment = With(start, "TERM", "xterm") });
        Assert.Equal(code, end.ExitCode);
        Assert.StartsWith($"\r{Building}, Native AOT): 0 s \r{Building}, Native AOT): 1 s ", end.OutputText);
        Assert.Contains(fails == "" ? " s \r\n" : " s \r\nerror CS0000: broken", end.OutputText);
    }

    [Fact]
    public void Two_first_starts_at_once_build_once()
    {
        using TempTree tree = Sources();
        using ChildProcess first = ChildProcess.Start(StartOf(tree, tree["the project/doppel"], "1"));
        using ChildProcess second = ChildProcess.Start(StartOf(tree, tree["the project/doppel"], "2"));
        Assert.Equal("<1>", first.WaitForEnd().OutputText);
        Assert.Equal("<2>", second.WaitForEnd().OutputText);
        Assert.Equal(1, Builds(tree));
    }

    [Fact]
    public void A_build_that_fails_shows_its_log_on_stderr_alone_and_ends_with_2()
    {
        using TempTree tree = Sources();
        ProcessStart start = StartOf(tree, tree["the project/doppel"]);
        ProcessEnd end = Tool.Run(start with { Environment = With(start, "FAKE_FAILS", "1") });
        Assert.Equal(2, end.ExitCode);
        Assert.Equal("", end.OutputText);
        Assert.Contains("error CS0000: broken", end.ErrorText);
        Assert.Equal(7, Launch(tree).ExitCode); // and the next start tries again
    }

    [Fact]
    public void Without_dotnet_one_line_says_what_to_install()
    {
        using TempTree tree = Sources();
        tree.Remove("bin/dotnet");
        foreach (string tool in (string[])["sh", "find", "dirname", "readlink"])
        {
            tree.AddSymbolicLink("bin/" + tool, Tool.Find(tool)!);
        }

        ProcessStart start = StartOf(tree, tree["the project/doppel"]);
        ProcessEnd end = Tool.Run(start with { Environment = With(start, "PATH", $"{tree["bin"]}") });
        Assert.Equal(2, end.ExitCode);
        Assert.Contains(".NET 10 SDK", Assert.Single(end.ErrorText.TrimEnd('\n').Split('\n')));
    }

    [Fact]
    public void Without_a_linker_it_builds_without_native_code_and_says_so()
    {
        using TempTree tree = Sources();
        foreach (string linker in (string[])["clang", "gcc"])
        {
            tree.AddFile("bin/" + linker, "#!/bin/sh\nexit 1\n");
            tree.ChangeMode("bin/" + linker, 0x1ED);
        }

        Assert.Contains("without Native AOT", Launch(tree).ErrorText);
        Assert.Equal("", Launch(tree).ErrorText);
    }

    [Fact]
    public void It_may_be_started_through_links_and_from_anywhere()
    {
        using TempTree tree = Sources();
        tree.AddSymbolicLink("elsewhere/to the project", "../the project");
        tree.AddSymbolicLink("elsewhere/run", "to the project/doppel");
        Assert.Equal("<1>", Tool.Run(StartOf(tree, "./run", "1") with { Folder = tree["elsewhere"] }).OutputText);
        Assert.Equal("<2>", Tool.Run(StartOf(tree, tree["elsewhere/run"], "2") with { Folder = "/" }).OutputText);
        Assert.Equal("<3>", Tool.Run(StartOf(tree, "./doppel", "3") with { Folder = tree["the project"] }).OutputText);
        Assert.Equal(1, Builds(tree));
    }

    private static ProcessEnd Launch(TempTree tree, params ByteName[] arguments) =>
        Tool.Run(StartOf(tree, tree["the project/doppel"], arguments));

    private static ProcessStart StartOf(TempTree tree, ByteName program, params ByteName[] arguments) =>
        new(program, arguments)
        {
            Environment = new Dictionary<string, string?>
            {
                ["PATH"] = $"{tree["bin"]}:{Environment.GetEnvironmentVariable("PATH")}",
                ["FAKE_LOG"] = $"{tree["log"]}",
                ["DOPPEL_AOT"] = null,
            },
        };

    private static Dictionary<string, string?> With(ProcessStart start, string name, string value) =>
        new(start.Environment) { [name] = value };

    // Each builds two programs.
    private static double Builds(TempTree tree) => File.ReadAllLines($"{tree["log"]}").Length / 2.0;

    private static TempTree Sources()
    {
        var tree = new TempTree();
        tree.AddFile("the project/src/Program.cs", "return;\n");
        tree.AddFile("the project/src/Other.cs", "// other\n");
        tree.AddFile("the project/Directory.Packages.props", "<Project />\n");
        tree.AddFile("the project/global.json", "{ }\n");

        // Tests of the page build the page.
        tree.AddFile("the project/eng/page", "#!/bin/sh\n");
        tree.ChangeMode("the project/eng/page", 0x1ED);
        foreach (string file in (string[])["doppel", "eng/publish", "eng/machine.sh", "Directory.Build.props"])
        {
            string source = Path.Combine(SourceTree.Root, file);
            tree.AddFile("the project" / (ByteName)file, File.ReadAllBytes(source));
            tree.ChangeMode("the project" / (ByteName)file, 0x1ED);
        }

        tree.AddFile("bin/dotnet", FakeDotnet.ReplaceLineEndings("\n") + "\n");
        tree.ChangeMode("bin/dotnet", 0x1ED);
        return tree;
    }
}
