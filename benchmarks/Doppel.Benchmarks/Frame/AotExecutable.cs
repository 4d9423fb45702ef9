using System.Diagnostics;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>
/// The kernels as native code. <c>./bench</c> publishes the executable and leaves beside it why it could not.
/// </summary>
internal static class AotExecutable
{
    private static string Folder { get; } = Path.Combine(SourceTree.Root, "artifacts", "bench-aot");

    /// <summary>Why there is none; null when there is one.</summary>
    public static string? Problem { get; } =
        File.Exists(Path.Combine(Folder, "Doppel.Benchmarks.Aot")) ? null : "it was not built (it needs clang or gcc).";

    /// <summary>Measures one set of kernels.</summary>
    public static IReadOnlyList<Row> Run(string set, bool isShort)
    {
        var start = new ProcessStartInfo(Path.Combine(Folder, "Doppel.Benchmarks.Aot"), [set])
        {
            RedirectStandardOutput = true,
        };
        if (isShort)
        {
            start.ArgumentList.Add("--short");
        }

        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(RowText.Read)]
            : throw new InvalidOperationException($"The Native AOT executable failed for {set}.");
    }
}
