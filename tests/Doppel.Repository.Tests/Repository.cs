namespace Doppel.Repository.Tests;

/// <summary>The source tree that this test was built from.</summary>
internal static class Repository
{
    // What a tool makes or a person keeps beside the sources.
    private static readonly string[] s_notSources = [".git", ".vs", ".idea", "artifacts"];

    /// <summary>The folder that holds the solution.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>Every text file of the tree.</summary>
    public static IReadOnlyList<SourceFile> Files { get; } = [.. List(Root).Order(StringComparer.Ordinal).Select(Read)];

    /// <summary>One file by its path below the root.</summary>
    public static SourceFile Read(string path) => new(path, File.ReadAllText(Path.Combine(Root, path)));

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Doppel.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("This test runs only inside its source tree.");
    }

    private static IEnumerable<string> List(string folder)
    {
        foreach (string path in Directory.EnumerateFiles(folder))
        {
            // A worktree's .git is a file. A picture or a corpus has NUL bytes and no lines.
            if (Path.GetFileName(path) != ".git" && !File.ReadAllBytes(path).Contains((byte)0))
            {
                yield return Path.GetRelativePath(Root, path);
            }
        }

        foreach (string path in Directory.EnumerateDirectories(folder))
        {
            if (!s_notSources.Contains(Path.GetFileName(path)))
            {
                foreach (string file in List(path))
                {
                    yield return file;
                }
            }
        }
    }
}
