namespace Doppel.EndToEnd.Harness;

/// <summary>Starts of the executable that keep journals where a test wants them.</summary>
internal static class StateFolder
{
    /// <summary>The same start as a user whose state lies in this folder.</summary>
    public static ProcessStart WithState(this ProcessStart start, string folder) => start with
    {
        Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = folder },
    };

    /// <summary>Runs the executable with journals in this folder.</summary>
    public static ProcessEnd Run(string folder, params IReadOnlyList<ByteName> arguments) =>
        Tool.Run(DoppelProgram.Start(arguments).WithState(folder));
}
