namespace Doppel.Page.Tests;

/// <summary>Runs scripts of the folder <c>browser</c>, which drive the page in Chromium.</summary>
internal static class Browser
{
    private static readonly string[] s_tools = ["node", "npm", Chromium];
    private static readonly Lazy<string> s_modules = new(Install);

    /// <summary>Runs a script to its end. Skips if a tool is missing, except on build servers.</summary>
    /// <exception cref="InvalidOperationException">The script found a fault.</exception>
    internal static void Run(string script)
    {
        string[] missing = [.. s_tools.Where(static tool => Tool.Find(tool) is null)];
        Assert.SkipWhen(missing.Length > 0 && !TestRun.IsBuildServer, "needs " + string.Join(", ", missing));
        Assert.True(missing.Length == 0, "needs " + string.Join(", ", missing));
        ProcessStart start = Isolated(Tool.Find("node")!, SourceTree.PathOf(Folder + script + ".mjs")) with
        {
            Environment = new Dictionary<string, string?>
            {
                ["DOPPEL_UI_EXE"] = Program,
                ["DOPPEL_PAGE_MODULES"] = s_modules.Value,
                ["DOPPEL_CHROMIUM"] = Tool.Find(Chromium),
            },
            TimeLimit = TimeSpan.FromMinutes(TestRun.Count(5, 60)),
        };
        ProcessEnd end = Tool.Run(start);
        TestContext.Current.TestOutputHelper?.WriteLine(end.OutputText);
        end.MustSucceed();
    }

    // With no network but the loopback interface. When an interface appears or disappears, as other tests make them do,
    // Chromium ends all requests, and the page could stay without its styles.
    private static ProcessStart Isolated(string program, string argument) =>
        Environment.IsPrivilegedProcess && Tool.Find("unshare") is { } unshare && Tool.Find("ip") is not null
            ? new(unshare, ["--net", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh", program, argument])
            : new(program, [argument]);

    // Chromium without its windows and services takes two thirds of the processor time.
    private static string Chromium =>
        Tool.Find("chromium-headless-shell") is null ? "chromium" : "chromium-headless-shell";

    private static string Folder => "tests/Doppel.Page.Tests/browser/";

    // The published program where ./test has built it, otherwise what this project was built with.
    private static string Program
    {
        get
        {
            string tested = Environment.GetEnvironmentVariable("DOPPEL_EXE") is { Length: > 0 } path
                ? Path.Combine(Path.GetDirectoryName(path)!, "doppel-ui")
                : "";
            return File.Exists(tested) ? tested : SourceTree.PathOf("artifacts/bin/Doppel.Web/release/doppel-ui");
        }
    }

    // Packages never go into the source tree. Exactly those of the lock file are installed, and no browser.
    private static string Install()
    {
        string target = SourceTree.PathOf("artifacts/page/browser");
        Directory.CreateDirectory(target);
        string installed = Path.Combine(target, "node_modules/lock");
        string wanted = SourceTree.Read(Folder + "package-lock.json");
        if (!File.Exists(installed) || File.ReadAllText(installed) != wanted)
        {
            string package = SourceTree.Read(Folder + "package.json");
            File.WriteAllText(Path.Combine(target, "package.json"), package);
            File.WriteAllText(Path.Combine(target, "package-lock.json"), wanted);
            Tool.Run(new ProcessStart(Tool.Find("npm")!, ["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            {
                Folder = target,
                Environment = new Dictionary<string, string?> { ["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] = "1" },
            }).MustSucceed();
            File.WriteAllText(installed, wanted);
        }

        return target + "/";
    }
}
