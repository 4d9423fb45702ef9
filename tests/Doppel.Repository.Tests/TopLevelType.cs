using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Doppel.Repository.Tests;

/// <summary>A type that is declared in no other type.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Start">The offset of its name in the file.</param>
/// <param name="LineCount">The lines from its name to its end.</param>
internal sealed record TopLevelType(string Name, int Start, int LineCount)
{
    /// <summary>Lists the types of a file that other files can use, in order.</summary>
    public static IReadOnlyList<TopLevelType> In(SourceFile file) =>
    [
        .. from type in file.Root
               .DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
               .OfType<MemberDeclarationSyntax>()
           let identifier = (type as BaseTypeDeclarationSyntax)?.Identifier
               ?? (type as DelegateDeclarationSyntax)?.Identifier
           where identifier is not null && !type.Modifiers.Any(SyntaxKind.FileKeyword)
           let start = identifier.Value.SpanStart
           select new TopLevelType(
               identifier.Value.Text, start, 1 + file.Text.AsSpan(start, type.Span.End - start).Count('\n')),
    ];
}
