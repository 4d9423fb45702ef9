namespace Doppel.Packages.Tests;

/// <summary>A file-based program in samples/.</summary>
/// <param name="Name">The file name without ".cs".</param>
/// <param name="Library">The library that it shows.</param>
/// <param name="Code">The program without the directives and the comment above it.</param>
internal sealed record Sample(string Name, string Library, string Code)
{
    private const string Directive = "#:project ../src/";
    private const string PackageDirective = "#:package ";

    /// <summary>Another package that it needs, or null.</summary>
    internal string? Package { get; private init; }

    /// <summary>All samples, by name.</summary>
    internal static IReadOnlyList<Sample> All { get; } =
    [
        .. Directory.GetFiles(SourceTree.PathOf("samples"), "*.cs").Order(StringComparer.Ordinal)
            .Select(path => Parse(Path.GetFileNameWithoutExtension(path), File.ReadAllText(path))),
    ];

    /// <summary>Splits the text of a sample.</summary>
    internal static Sample Parse(string name, string text)
    {
        string[] lines = text.Split('\n', 3);
        bool isSample = lines[0].StartsWith(Directive, StringComparison.Ordinal)
            && lines[1].StartsWith("// ", StringComparison.Ordinal);
        if (!isSample)
        {
            throw new FormatException($"{name}.cs must begin with '{Directive}LIBRARY' and a comment of one line");
        }

        string library = lines[0][Directive.Length..];
        string[] rest = lines[2].Split('\n', 2);
        return rest[0].StartsWith(PackageDirective, StringComparison.Ordinal)
            ? new Sample(name, library, rest[1]) { Package = rest[0][PackageDirective.Length..] }
            : new Sample(name, library, lines[2]);
    }
}
