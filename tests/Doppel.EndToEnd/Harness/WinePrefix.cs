namespace Doppel.EndToEnd.Harness;

/// <summary>A Windows of its own for the tests of one class, with the Windows build of the executable.</summary>
public sealed class WinePrefix : IDisposable
{
    private readonly TempTree _home = new(WineTests.Disk);

    // $DOPPEL_WINDOWS_EXE, or what eng/publish-windows makes.
    private static string Program =>
        System.Environment.GetEnvironmentVariable("DOPPEL_WINDOWS_EXE") is { Length: > 0 } path
            ? path
            : Path.Combine(SourceTree.Root, "artifacts/doppel-windows/doppel.exe");

    /// <summary>Where Wine puts what goes into the recycle bin.</summary>
    internal string Trash => Path.Combine(_home.Folder, ".local/share/Trash");

    /// <summary>Runs the Windows build; skips the test where Wine or the build is missing.</summary>
    internal ProcessEnd Run(params string[] arguments) => Run([], arguments);

    /// <summary>The same with further variables.</summary>
    internal ProcessEnd Run(Dictionary<string, string?> variables, params string[] arguments)
    {
        Needs.Program("wine", "wine wine64");
        if (!File.Exists(Program))
        {
            Needs.Miss("needs the Windows build: eng/publish-windows");
        }

        if (!Directory.Exists($"{_home["prefix"]}"))
        {
            // Without the override it asks for Mono; with it, .NET finds none of its own assemblies later.
            Dictionary<string, string?> environment = new(Environment) { ["WINEDLLOVERRIDES"] = "mscoree=;mshtml=" };
            Tool.Run(new ProcessStart("wineboot", ["-i"]) { Environment = environment }).MustSucceed();
        }

        ProcessEnd end = Tool.Run(new ProcessStart("wine", [Program, .. arguments.Select(a => (ByteName)a)])
        {
            Environment = Environment.Concat(variables).ToDictionary(one => one.Key, one => one.Value),
        });

        // Windows ends lines its own way.
        return end with
        {
            Output = System.Text.Encoding.UTF8.GetBytes(end.OutputText.Replace("\r\n", "\n")),
            Errors = System.Text.Encoding.UTF8.GetBytes(end.ErrorText.Replace("\r\n", "\n")),
        };
    }

    /// <summary>Ends the processes that Wine keeps for this prefix and removes it.</summary>
    public void Dispose()
    {
        if (Directory.Exists($"{_home["prefix"]}") && Tool.Find("wineserver") is { } server)
        {
            Tool.Run(new ProcessStart(server, ["-k", "-w"]) { Environment = Environment });
        }

        _home.Dispose();
    }

    private Dictionary<string, string?> Environment => new()
    {
        ["HOME"] = _home.Folder,
        ["WINEPREFIX"] = $"{_home["prefix"]}",
        ["WINEDEBUG"] = "-all",
        ["WINEDLLOVERRIDES"] = "mshtml=",
        ["DISPLAY"] = null,
        ["DOPPEL_VOLUME"] = null,
    };
}
