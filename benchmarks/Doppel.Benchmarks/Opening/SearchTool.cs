using System.Diagnostics;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>A program that finds files of equal content.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Program">Where it is; null where it is not installed.</param>
/// <param name="Arguments">Its arguments before the folder to search.</param>
internal sealed record SearchTool(string Name, Role Role, string? Program, params string[] Arguments)
{
    private const string RdfindResults = "rdfind-results.txt";

    /// <summary>Ours, with one thread and with its own choice, and those of the field.</summary>
    public static IReadOnlyList<SearchTool> All { get; } =
    [
        new("doppel", Role.Ours, OwnProgram(), "find", "--catalog", "none", "--format", "fdupes"),
        new("doppel --threads 4", Role.Reference, OwnProgram(),
            "find", "--catalog", "none", "--format", "fdupes", "--threads", "4"),
        new("jdupes", Role.Rival, SearchPath.Find("jdupes"), "-rq"),
        new("fdupes", Role.Rival, SearchPath.Find("fdupes"), "-rq"),
        new("rdfind", Role.Rival, SearchPath.Find("rdfind"), "-outputname", RdfindResults),
        new("rmlint", Role.Rival, SearchPath.Find("rmlint"), "-T", "df", "-o", "fdupes:stdout"),
    ];

    /// <summary>Runs a search and returns its groups in the form of <see cref="TextOf"/>.</summary>
    /// <param name="root">What to search.</param>
    /// <param name="folder">A working directory, outside of <paramref name="root"/>.</param>
    public string Search(string root, string folder)
    {
        var start = new ProcessStartInfo(Program!, [.. Arguments, root])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["LC_ALL"] = "C.UTF-8";
        using var process = new Process { StartInfo = start };
        var errors = new StringBuilder();
        process.ErrorDataReceived += (_, line) => errors.AppendLine(line.Data);
        process.Start();
        process.BeginErrorReadLine();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{Name} ended with {process.ExitCode}: {errors}");
        }

        return Arguments.Contains(RdfindResults)
            ? TextOf(RdfindGroups(File.ReadAllLines(System.IO.Path.Combine(folder, RdfindResults)), root))
            : TextOf(output.Split("\n\n").Select(group => group.Split('\n').Where(line => line.Length > 0)
                .Select(line => line[(root.Length + 1)..])));
    }

    /// <summary>
    /// Groups as text that is equal where they are: names in order, groups in the order of their first.
    /// </summary>
    public static string TextOf(IEnumerable<IEnumerable<string>> groups) => string.Join(";", groups
        .Select(group => string.Join(",", group.Order(StringComparer.Ordinal)))
        .Where(group => group.Length > 0).Order(StringComparer.Ordinal));

    // A file's line: type, id, depth, size, device, inode, priority, name; all of one group carry one id or its
    // negative.
    private static IEnumerable<IEnumerable<string>> RdfindGroups(string[] lines, string root) => lines
        .Where(line => !line.StartsWith('#')).Select(line => line.Split(' ', 8))
        .GroupBy(fields => fields[1].TrimStart('-'))
        .Select(group => group.Select(fields => fields[7][(root.Length + 1)..]));

    private static string? OwnProgram()
    {
        string program = System.IO.Path.Combine(SourceTree.Root, "artifacts", "doppel", "doppel");
        return File.Exists(program) ? program : null;
    }
}
