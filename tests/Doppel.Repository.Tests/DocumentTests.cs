using System.Diagnostics;

namespace Doppel.Repository.Tests;

public sealed class DocumentTests
{
    [Theory]
    [InlineData("README.md"), InlineData("ARCHITECTURE.md"), InlineData("STYLE.md"), InlineData("CONTRIBUTING.md")]
    [InlineData("CHANGELOG.md"), InlineData("SECURITY.md"), InlineData("LICENSE")]
    public void The_repository_has(string document) =>
        Assert.True(File.Exists(Path.Combine(Repository.Root, document)));

    [Fact]
    public void Every_project_below_src_says_what_it_is()
    {
        string[] paths = [.. Repository.Files.Select(file => file.Path)];
        Expect.NoFaults(paths.Where(path => path.StartsWith("src/", StringComparison.Ordinal)
                && path.EndsWith(".csproj", StringComparison.Ordinal))
            .Select(path => Path.GetDirectoryName(path) + "/README.md").Except(paths));
    }

    [Theory]
    [InlineData("doppel"), InlineData("test"), InlineData(".ci/run"), InlineData("eng/publish"), InlineData("bench")]
    [InlineData("eng/s3-server"), InlineData("eng/s3-check"), InlineData("eng/release")]
    public void Scripts_are_sound_and_may_be_run(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("needs a Unix shell");
            return;
        }

        string full = Path.Combine(Repository.Root, path);
        UnixFileMode anyone = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        Assert.Equal(anyone, File.GetUnixFileMode(full) & anyone);
        string shell = Repository.Read(path).Lines[0].Contains("bash", StringComparison.Ordinal) ? "bash" : "sh";
        var start = new ProcessStartInfo(shell, ["-n", full]) { RedirectStandardError = true };
        using Process check = Process.Start(start)!;
        Assert.Equal("", check.StandardError.ReadToEnd());
    }
}
