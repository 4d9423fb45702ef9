using Doppel.Testing.Processes;

namespace Doppel.S3.Tests.Servers;

/// <summary>The S3 in memory as a process of its own.</summary>
public sealed class ServerProgramTests
{
    [Fact]
    public void It_prints_how_to_connect_and_exits_when_its_input_ends()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "starts processes as Linux does");
        ProcessEnd end = Run("--https", "--bucket", "b", "--listing", "many", "1000").MustSucceed();
        Dictionary<string, string> settings = RealServer.Settings(end);
        Assert.StartsWith("https://127.0.0.1:", settings["DOPPEL_S3_ENDPOINT"], StringComparison.Ordinal);
        Assert.Equal(
            ["DOPPEL_S3_ENDPOINT", "DOPPEL_S3_ACCESS_KEY", "DOPPEL_S3_SECRET_KEY", "DOPPEL_S3_REGION",
                "DOPPEL_S3_CERTIFICATE_DER"],
            settings.Keys);
    }

    [Fact]
    public void It_refuses_what_it_does_not_know()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "starts processes as Linux does");
        Assert.Equal(2, Run("--dance").ExitCode);
    }

    private static ProcessEnd Run(params string[] arguments) => Tool.Run(
        Path.Combine(AppContext.BaseDirectory, "Doppel.S3.Server"), [.. arguments.Select(Bytes)]);

    private static Testing.Trees.ByteName Bytes(string argument) => argument;
}
