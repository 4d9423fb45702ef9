using System.Diagnostics;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Finders;

/// <summary>A small C program below benchmarks/native, compiled where it is needed.</summary>
internal static class NativeTool
{
    private static readonly string[] s_compilers = ["cc", "gcc", "clang"];

    /// <summary>Compiles a program unless that was done already.</summary>
    /// <param name="name">Its name without <c>.c</c>.</param>
    /// <returns>The executable's path.</returns>
    /// <exception cref="InvalidOperationException">There is no compiler, or it refused the program.</exception>
    public static string Build(string name)
    {
        string source = Path.Combine(SourceTree.Root, "benchmarks", "native", name + ".c");
        string program = Path.Combine(SourceTree.Root, "artifacts", "bench", "native", name);
        if (File.Exists(program) && File.GetLastWriteTimeUtc(program) > File.GetLastWriteTimeUtc(source))
        {
            return program;
        }

        string compiler = Array.Find(s_compilers, one => SearchPath.Find(one) is not null)
            ?? throw new InvalidOperationException("This suite needs a C compiler (apt install gcc).");
        Directory.CreateDirectory(Path.GetDirectoryName(program)!);
        string[] arguments = ["-O2", "-pthread", "-Wall", "-o", program, source];
        using Process process = Process.Start(
            new ProcessStartInfo(compiler, arguments) { RedirectStandardError = true })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? program
            : throw new InvalidOperationException($"{compiler} refused {source}:\n{errors}");
    }
}
