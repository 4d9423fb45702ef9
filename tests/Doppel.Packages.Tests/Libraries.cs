namespace Doppel.Packages.Tests;

/// <summary>The projects that become packages for developers.</summary>
internal static class Libraries
{
    /// <summary>Their names, sorted.</summary>
    internal static IReadOnlyList<string> All { get; } =
    [
        .. Directory.GetFiles(SourceTree.PathOf("src"), "*.csproj", SearchOption.AllDirectories)
            .Where(project => File.ReadAllText(project).Contains("<IsPackable>true<", StringComparison.Ordinal))
            .Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal)!,
    ];
}
