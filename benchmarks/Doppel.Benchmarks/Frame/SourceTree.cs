namespace Doppel.Benchmarks.Frame;

/// <summary>The source tree that this was built from: results are written into it.</summary>
internal static class SourceTree
{
    /// <summary>The folder that holds the solution.</summary>
    public static string Root { get; } = Find();

    private static string Find()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Doppel.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName
            ?? throw new InvalidOperationException("The benchmarks run only inside their source tree.");
    }
}
