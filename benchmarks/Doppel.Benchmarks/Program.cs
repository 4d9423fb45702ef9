using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks;
using Doppel.Benchmarks.Arrays;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Work;
using Doppel.Benchmarks.S3Memory.Services;
using Doppel.Benchmarks.Scenarios;
using Doppel.Benchmarks.Upload.Servers;

// Tables are the same whatever the language of the machine.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
if (await UploadServers.TryRunAsync(args) || await DocumentService.TryRunAsync(args))
{
    return 0;
}

BenchContext.IsShort = args.Contains("--short");
const string Cold = "--cold";
bool isCold = args.Contains(Cold);
string[] names = [.. args.Where(arg => arg is not ("--short" or Cold))];
switch (names.FirstOrDefault())
{
    case "list" or null:
        int width = Suites.All.Select(suite => suite.Name.Length).DefaultIfEmpty().Max();
        foreach (ISuite suite in Suites.All)
        {
            Console.WriteLine($"{suite.Name.PadRight(width)}  {suite.Question}");
        }

        return 0;
    case ChildProcess.BenchmarkVerb:
        Type type = typeof(Benchmarker).Assembly.GetType(names[1], throwOnError: true)!;
        File.WriteAllLines(names[2], Benchmarker.Run(type, BenchContext.IsShort).Select(RowText.Write));
        return 0;
    case ChildProcess.VerifyVerb:
        Suites.All.Single(suite => suite.Name == names[1]).Verify();
        return 0;
    case MemoryScript.Verb:
        return MemoryScript.Run(names);
    case ScenarioChild.Verb:
        return ScenarioChild.Run();
    case ClientChild.Verb:
        return await ClientChild.RunAsync(names);
    case "index":
        Console.WriteLine(IndexPage.Write());
        return 0;
    default:
        BenchContext.MayDropCaches = !names.Contains("all");
        BenchContext.Folders = [.. names.Where(IsFolder).Select(Path.GetFullPath)];
        return RunSuites([.. names.Where(name => !IsFolder(name)).Select(name => isCold ? name + "-cold" : name)]);
}

static bool IsFolder(string name) => name.Contains('/');

static int RunSuites(string[] names)
{
    string[] unknown = [.. names.Where(name => name != "all" && Suites.All.All(suite => suite.Name != name))];
    if (unknown.Length > 0)
    {
        Console.Error.WriteLine($"bench: no suite is called {string.Join(", ", unknown)}; ./bench list shows all");
        return 2;
    }

    List<string> failed = [];
    long start = Stopwatch.GetTimestamp();
    // What drops the caches of the whole machine is done only where it is asked for.
    foreach (ISuite suite in Suites.All.Where(suite => names.Contains(suite.Name)
        || (names.Contains("all") && !suite.Name.EndsWith("-cold", StringComparison.Ordinal))))
    {
        if (!RunSuite(suite))
        {
            failed.Add(suite.Name);
        }
    }

    Console.WriteLine($"{IndexPage.Write()} leads to all results ({Stopwatch.GetElapsedTime(start).TotalSeconds:0} s)");
    if (failed.Count > 0)
    {
        Console.Error.WriteLine("bench: failed: " + string.Join(' ', failed));
    }

    return failed.Count > 0 ? 1 : 0;
}

static bool RunSuite(ISuite suite)
{
    Console.WriteLine($"{suite.Name}: {suite.Question}");
    long start = Stopwatch.GetTimestamp();
    try
    {
        suite.Verify();
        var run = new SuiteRun(suite, BenchContext.IsShort, Console.Out);
        suite.Run(run);
        run.IsWhole = true;
        run.Keep();
        Console.WriteLine($"   done in {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s");
        return true;
    }
    catch (VerifyException problem)
    {
        Console.Error.WriteLine($"bench: {suite.Name} is not measured, its contestants disagree: {problem.Message}");
    }
#pragma warning disable CA1031 // one suite that fails must not take the others with it; it fails the run below
    catch (Exception problem)
#pragma warning restore CA1031
    {
        Console.Error.WriteLine($"bench: {suite.Name} failed: {problem}");
    }

    return false;
}
