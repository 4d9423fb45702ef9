using Doppel.Testing.Trees;

namespace Doppel.Testing.Processes;

/// <summary>Runs programs of the system.</summary>
public static class Tool
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    // Where the programs of root live, which may be missing in the PATH of others.
    private static readonly string[] s_places =
        [.. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':'), "/usr/sbin", "/sbin"];

    /// <summary>Runs a program to its end.</summary>
    public static ProcessEnd Run(string program, params ByteName[] arguments) =>
        Run(new ProcessStart(Find(program) ?? program, arguments));

    /// <summary>Runs a program to its end.</summary>
    /// <exception cref="TimeoutException">It took longer than its limit and was killed.</exception>
    public static ProcessEnd Run(ProcessStart start)
    {
        using ChildProcess child = ChildProcess.Start(start);
        return child.WaitForEnd();
    }

    /// <summary>
    /// Unmounts, and waits while another process holds the file system: one that just ended, or one that this process
    /// starts in another thread, which has our open files until it becomes the other program.
    /// </summary>
    public static void Unmount(ByteName point)
    {
        ProcessEnd end = null!;
        SpinWait.SpinUntil(() => (end = Run("umount", point)).ExitCode == 0, s_patience);
        end.MustSucceed();
    }

    /// <summary>Where a program of this name is; null if it is not installed.</summary>
    public static string? Find(string program) => program.Contains('/')
        ? program
        : s_places.Where(place => place.Length > 0)
            .Select(place => Path.Combine(place, program)).FirstOrDefault(File.Exists);
}
