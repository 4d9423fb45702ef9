using System.Diagnostics;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>This program once more, in an environment that a process reads only at its start.</summary>
internal static class ChildProcess
{
    /// <summary>The first argument that makes <c>Program</c> a child that measures one class into a file.</summary>
    public const string BenchmarkVerb = "--child-benchmark";

    /// <summary>The first argument that makes <c>Program</c> a child that only verifies a suite.</summary>
    public const string VerifyVerb = "--child-verify";

    /// <summary>See <see cref="SuiteRun.BenchmarkWith"/>.</summary>
    public static IReadOnlyList<Row> Benchmark(Type type, bool isShort, IReadOnlyDictionary<string, string> environment)
    {
        string file = ScratchFile();
        try
        {
            Start(environment, [BenchmarkVerb, type.FullName!, file, .. isShort ? ["--short"] : Array.Empty<string>()]);
            return [.. File.ReadLines(file).Select(RowText.Read)];
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>
    /// See <see cref="SuiteRun.Disassemble"/>. Without tiers, so that a method is compiled once and in full.
    /// </summary>
    public static IReadOnlyList<MethodListing> Disassemble(string suite, IReadOnlyList<string> methods)
    {
        string file = ScratchFile();
        try
        {
            Dictionary<string, string> environment = new()
            {
                ["DOTNET_JitDisasm"] = string.Join(' ', methods),
                ["DOTNET_JitStdOutFile"] = file,
                ["DOTNET_JitDisasmDiffable"] = "1",
                ["DOTNET_TieredCompilation"] = "0",
                ["DOTNET_ReadyToRun"] = "0",
            };
            Start(environment, [VerifyVerb, suite]);
            return MethodListing.Parse(File.ReadAllText(file));
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static void Start(IReadOnlyDictionary<string, string> environment, string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardError = true };

        // Started as `dotnet Doppel.Benchmarks.dll` the process is dotnet, which wants the program again.
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(ChildProcess).Assembly.Location);
        }

        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        using Process child = Process.Start(start)!;
        string errors = child.StandardError.ReadToEnd();
        child.WaitForExit();
        if (child.ExitCode != 0)
        {
            throw new InvalidOperationException($"The child {string.Join(' ', arguments)} failed: {errors}");
        }
    }

    private static string ScratchFile()
    {
        string folder = Path.Combine(SourceTree.Root, "artifacts", "bench");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"child-{Environment.ProcessId}.txt");
    }
}
