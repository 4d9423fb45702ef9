namespace Doppel.Release.Tests;

/// <summary>eng/release says what is wrong in one line before it builds anything.</summary>
public sealed class DriverTests
{
    [Theory]
    [InlineData("", "missing version, such as 0.2.0 (see eng/release --help)")]
    [InlineData("v1.2.3", "'v1.2.3' is not a valid version. Use three numbers without a v, such as 0.2.0")]
    [InlineData("1.2", "'1.2' is not a valid version. Use three numbers without a v, such as 0.2.0")]
    [InlineData("1.02.3", "'1.02.3' is not a valid version. Use three numbers without a v, such as 0.2.0")]
    [InlineData("1.2.3-rc.1", "'1.2.3-rc.1' is not a valid version. Use three numbers without a v, such as 0.2.0")]
    [InlineData("1.2.3 --fast", "unknown option --fast (see eng/release --help)")]
    [InlineData("1.2.3 -o", "-o: missing folder")]
    [InlineData("1.2.3 --platform", "--platform: use all, linux-x64 linux-arm64 win-x64 win-arm64")]
    [InlineData("1.2.3 --platform osx", "--platform: use all, linux-x64 linux-arm64 win-x64 win-arm64")]
    public void A_wrong_argument_is_one_line_and_code_2(string arguments, string expected)
    {
        ByteName[] words = [.. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(w => (ByteName)w)];
        Check(Script.Run("eng/release", words), expected);
    }

    [Fact]
    public void An_unknown_part_is_named_with_those_there_are()
    {
        ProcessEnd end = Script.Run("eng/release", "1.2.3", "executables", "msi");
        Check(end, "unknown part 'msi'. "
            + "Parts: executables archives deb rpm arch nuget tool image sbom manifests checksums");
    }

    // No package of another system, and no linker for another processor, unless asked for.
    [Theory]
    [InlineData("", "missing clang gzip ld.lld node npm tar. Install: clang gzip lld nodejs npm tar")]
    [InlineData("archives", "missing gzip tar. Install: gzip tar")]
    [InlineData("archives --platform win-x64", "missing gzip tar zip. Install: gzip tar zip")]
    [InlineData("deb", "missing dpkg-deb gzip readelf. Install: dpkg gzip binutils")]
    [InlineData("--complete archives", "missing gzip tar zip. Install: gzip tar zip")]
    public void A_missing_tool_is_named_with_its_package(string arguments, string expected)
    {
        using var tree = new TempTree();
        string tools = tree.Folder;
        string[] needed = ["dirname", "readlink", "sed", "tr", "sort", "cat", "git", "bash", "dotnet", "uname"];
        foreach (string tool in needed)
        {
            File.CreateSymbolicLink(Path.Combine(tools, tool), Tool.Find(tool) ?? "/none");
        }

        ByteName[] words = [.. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(w => (ByteName)w)];
        var start = new ProcessStart(Path.Combine(SourceTree.Root, "eng/release"), ["1.2.3", .. words])
        {
            Environment = new Dictionary<string, string?> { ["PATH"] = tools },
        };
        Check(Tool.Run(start), expected);
    }

    [Fact]
    public void Help_names_every_part_and_every_script_is_one()
    {
        ProcessEnd end = Script.Run("eng/release", "--help").MustSucceed();
        string parts = end.OutputText.Split('\n').Single(line => line.StartsWith("Parts: ", StringComparison.Ordinal));
        string[] scripts = Script.Shell($"find '{SourceTree.Root}/eng/packaging' -type f -perm -u+x -printf '%f\\n'")
            .MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.NotEmpty(scripts);
        Assert.Empty(scripts.Except(parts["Parts: ".Length..].Split(' ')));
    }

    private static void Check(ProcessEnd end, string expected)
    {
        Assert.Equal($"release: {expected}\n", end.ErrorText);
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
    }
}
