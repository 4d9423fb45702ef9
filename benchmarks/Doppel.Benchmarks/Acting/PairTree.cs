using System.Buffers.Binary;
using System.Diagnostics;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.Acting;

/// <summary>Keepers and duplicates of 1 KiB, each pair of a content of its own, to be linked again and again.</summary>
/// <param name="root">An empty folder, which gets the folders <c>keep</c> and <c>drop</c>.</param>
/// <param name="pairs">How many.</param>
internal sealed class PairTree(string root, int pairs)
{
    private const int FileBytes = 1024;
    private const int FolderFiles = 1000;

    /// <summary>How many pairs it has.</summary>
    public int Pairs => pairs;

    private string Keep => Path.Combine(root, "keep");

    private string Drop => Path.Combine(root, "drop");

    private string Plan => Path.Combine(root, "plan");

    /// <summary>Makes every duplicate a file of its own again, and brings all to the disk.</summary>
    public void Separate()
    {
        byte[] content = new byte[FileBytes];
        for (int i = 0; i < pairs; i++)
        {
            string name = $"{i / FolderFiles:D3}/{i % FolderFiles:D3}";
            BinaryPrimitives.WriteInt32LittleEndian(content, i);
            foreach (string folder in (string[])[Keep, Drop])
            {
                string path = Path.Combine(folder, name);
                if (i % FolderFiles == 0)
                {
                    Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                }

                if (folder == Drop || !File.Exists(path))
                {
                    File.Delete(path);
                    File.WriteAllBytes(path, content);
                }
            }
        }

        Run("sync", "-f", root);
    }

    /// <summary>Links by a program that does only what is needed.</summary>
    /// <returns>Seconds that the calls took.</returns>
    public double LinkBarely() => double.Parse(
        Run(NativeTool.Build("relink"), Keep, Drop).Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Makes a plan for <see cref="Link"/>, and brings it to the disk.</summary>
    public void MakePlan()
    {
        string report = Path.Combine(root, "report");
        Run(Doppel, "find", "--catalog", "none", "-q", "--json", "-o", report, Keep, Drop);
        Run(Doppel, "plan", "-q", report, "-o", Plan);
        Run("sync", "-f", root);
    }

    /// <summary>Links by that plan.</summary>
    /// <returns>Seconds from the start of the program to its end.</returns>
    public double Link() => FinderRun.Of(
        new Finder(
            Finder.Own, Kernels.Role.Ours,
            ["env", $"XDG_STATE_HOME={root}/state", $"XDG_CACHE_HOME={root}/cache", Doppel, "link", "--yes", "-q"]),
        Plan).Seconds;

    /// <summary>How many names are linked.</summary>
    public int CountLinked() => Run("find", Drop, "-type", "f", "-links", "2").Count(c => c == '\n');

    /// <summary>Runs a program to its end.</summary>
    /// <returns>What it wrote.</returns>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    internal static string Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output
            : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {process.ExitCode}");
    }

    private static string Doppel => Finder.Doppel().Command[0];
}
