using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Doppel.Repository.Tests;

/// <summary>Tells code from comments and literals, for rules about words.</summary>
internal static class CSharpText
{
    // Documentation is a comment like others: no rule asks for its structure.
    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Latest, DocumentationMode.None);

    public static CompilationUnitSyntax Parse(string text) =>
        CSharpSyntaxTree.ParseText(text, s_options).GetCompilationUnitRoot();

    /// <summary>Blanks comments and literals; text of the same length comes back.</summary>
    /// <remarks>The holes of an interpolated string are code.</remarks>
    public static string Blank(CompilationUnitSyntax root)
    {
        char[] code = root.ToFullString().ToCharArray();
        foreach (SyntaxToken token in root.DescendantTokens(descendIntoTrivia: true))
        {
            if ((token is { Parent: LiteralExpressionSyntax, Value: string or char } && !token.IsKeyword())
                || token.Parent is InterpolatedStringExpressionSyntax or InterpolatedStringContentSyntax
                    or InterpolationFormatClauseSyntax)
            {
                Clear(code, token.Span);
            }

            foreach (SyntaxTrivia trivia in token.GetAllTrivia())
            {
                if (trivia.Kind() is SyntaxKind.SingleLineCommentTrivia or SyntaxKind.MultiLineCommentTrivia)
                {
                    Clear(code, trivia.Span);
                }
            }
        }

        return new string(code);
    }

    private static void Clear(char[] code, TextSpan span)
    {
        for (int i = span.Start; i < span.End; i++)
        {
            code[i] = code[i] == '\n' ? '\n' : ' ';
        }
    }
}
