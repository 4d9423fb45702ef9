namespace Doppel.Testing;

/// <summary>The source tree that this test was built from.</summary>
public static class SourceTree
{
    /// <summary>The folder that holds the solution.</summary>
    public static string Root { get; } = FindRoot();

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
