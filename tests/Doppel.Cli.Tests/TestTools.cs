using Doppel.Testing;
using Doppel.Testing.Processes;

namespace Doppel.Cli.Tests;

/// <summary>Programs of other packages that tests use.</summary>
internal static class TestTools
{
    /// <summary>
    /// Returns the path of a program. If it is missing, skips the test, or fails it on a build server.
    /// </summary>
    public static string Need(string program, string package)
    {
        string? found = Tool.Find(program);
        Assert.True(found is not null || !TestRun.IsBuildServer, $"needs {program}: apt install {package}");
        Assert.SkipWhen(found is null, $"needs {program}: apt install {package}");
        return found!;
    }
}
