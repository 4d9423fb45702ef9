namespace Doppel.Testing;

/// <summary>The source tree that this test was built from.</summary>
public static class SourceTree
{
    /// <summary>The folder that holds the solution.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>Returns the absolute form of a path in the tree.</summary>
    public static string PathOf(string path) => Path.Combine(Root, path);

    /// <summary>Reads a text file of the tree.</summary>
    public static string Read(string path) => File.ReadAllText(PathOf(path));

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Doppel.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("This test runs only inside its source tree.");
    }
}
