namespace Doppel.Packages.Tests;

/// <summary>The repository that the tests are built from.</summary>
internal static class SourceTree
{
    /// <summary>The folder of the solution.</summary>
    internal static string Root { get; } = FindRoot();

    /// <summary>The names of the projects that become packages for developers.</summary>
    internal static IReadOnlyList<string> Libraries { get; } =
    [
        .. Directory.GetFiles(PathOf("src"), "*.csproj", SearchOption.AllDirectories)
            .Where(project => File.ReadAllText(project).Contains("<IsPackable>true<", StringComparison.Ordinal))
            .Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal)!,
    ];

    /// <summary>Returns the absolute form of a path in the repository.</summary>
    internal static string PathOf(string path) => Path.Combine(Root, path);

    /// <summary>Reads a text file of the repository.</summary>
    internal static string Read(string path) => File.ReadAllText(PathOf(path));

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
