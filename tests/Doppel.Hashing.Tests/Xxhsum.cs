using System.Diagnostics;

namespace Doppel.Hashing.Tests;

/// <summary>The program whose word is law: <c>xxhsum -H2</c>.</summary>
internal static class Xxhsum
{
    /// <summary>Skips the test where the program is missing; on the build server that is a failure.</summary>
    internal static void Require()
    {
        string path = Environment.GetEnvironmentVariable("PATH") ?? "";
        if (path.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, "xxhsum"))))
        {
            return;
        }

        Assert.False(Environment.GetEnvironmentVariable("CI") == "true", "xxhsum is missing: apt install xxhash");
        Assert.Skip("needs xxhsum: apt install xxhash");
    }

    /// <summary>The digests of files of one folder, in the order of their names here.</summary>
    internal static List<Digest128> Hash(string folder, IEnumerable<string> names)
    {
        ProcessStartInfo start = new("xxhsum", ["-H2", .. names])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start) ?? throw new InvalidOperationException("xxhsum did not start");
        List<Digest128> digests = [];
        while (process.StandardOutput.ReadLine() is { } line)
        {
            Assert.True(Digest128.TryParse(line[..32], out Digest128 digest), line);
            digests.Add(digest);
        }

        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return digests;
    }
}
