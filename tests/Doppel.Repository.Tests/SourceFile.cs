using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Doppel.Repository.Tests;

/// <summary>A text file of the repository.</summary>
/// <param name="Path">Below the root, with '/'.</param>
/// <param name="Text">The whole text.</param>
internal sealed record SourceFile(string Path, string Text)
{
    // Parsing all files takes seconds, and tests that run at the same time ask for the same ones.
    private readonly Lazy<CompilationUnitSyntax> _root = new(() => CSharpText.Parse(Text));
    private string? _code;

    /// <summary>The lines, without their ends.</summary>
    public string[] Lines => Text.Split('\n');

    /// <summary>The syntax of C#.</summary>
    public CompilationUnitSyntax Root => _root.Value;

    /// <summary>C# with every comment and every literal blanked; lines and columns stay where they were.</summary>
    public string Code => _code ??= CSharpText.Blank(Root);

    public bool IsCSharp => Path.EndsWith(".cs", StringComparison.Ordinal);

    public bool IsMarkdown => Path.EndsWith(".md", StringComparison.Ordinal);

    public bool IsBelow(string folder) => Path.StartsWith(folder, StringComparison.Ordinal);

    /// <summary>A fault with its line, so that an editor can jump there.</summary>
    public string At(int offset, string what) => $"{Path}:{1 + Text.AsSpan(0, offset).Count('\n')}: {what}";
}
