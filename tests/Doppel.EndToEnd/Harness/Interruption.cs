namespace Doppel.EndToEnd.Harness;

/// <summary>Interrupts programs at a chosen moment.</summary>
internal static class Interruption
{
    /// <summary>The signal that ends a program at once.</summary>
    public const int Kill = 9;

    /// <summary>Starts a program, and sends it a signal as soon as it is time.</summary>
    /// <returns>Whether the signal ended it.</returns>
    public static bool Interrupt(this ProcessStart start, int signal, Func<bool> isTime)
    {
        using ChildProcess child = ChildProcess.Start(start);
        while (child.Runs && !isTime())
        {
            Thread.Yield();
        }

        child.Signal(signal);
        return child.WaitForEnd().ExitCode == 128 + signal;
    }

    /// <summary>Runs a program that is killed when it makes a system call.</summary>
    /// <param name="start">The program.</param>
    /// <param name="call">The name of the call, such as <c>renameat2</c>.</param>
    /// <param name="at">The number of the call, from 1.</param>
    /// <returns>Whether a thread of the program made as many calls.</returns>
    public static bool KillAtCall(this ProcessStart start, string call, int at)
    {
        Needs.Program("strace", "strace");
        ProcessEnd end = Tool.Run(start with
        {
            Program = "strace",
            Arguments =
            [
                "-f", "-qq", "-o", "/dev/null", "-e", $"trace={call}", "-e", $"inject={call}:signal=KILL:when={at}",
                start.Program, .. start.Arguments,
            ],
        });
        return end.ExitCode == 128 + Kill;
    }
}
