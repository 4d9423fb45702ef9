namespace Doppel.EndToEnd.Harness;

/// <summary>A pseudo terminal in which an answer is typed once the program asks.</summary>
internal static class TypedTerminal
{
    /// <summary>Runs a command line of a shell, and returns what the terminal has shown as standard output.</summary>
    /// <param name="start">The folder and the environment.</param>
    /// <param name="line">The command line.</param>
    /// <param name="shown">A file that collects what the terminal shows.</param>
    /// <param name="answer">What is typed, as printf takes it; empty for nothing.</param>
    public static ProcessEnd Run(ProcessStart start, string line, string shown, string answer)
    {
        Needs.Program("script", "bsdutils");
        string typed = answer.Length == 0
            ? "sleep 60"
            : $"while ! grep -qF '[y/N' '{shown}'; do sleep 0.02; done; printf '{answer}'; sleep 60";
        return Tool.Run(start with
        {
            Program = "bash",
            Arguments =
            [
                "-c",
                $"""
                : > '{shown}'
                coproc typing ( {typed} )
                script -qefc "{line}" '{shown}' <&"$typing" 2>&1
                code=$?
                kill $typing_PID
                exit $code
                """,
            ],
        });
    }
}
