using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Doppel.Repository.Tests;

/// <summary>Finds expressions that have more than one conditional.</summary>
/// <remarks>
/// An argument, an element, an arm and a lambda are expressions of their own, but an argument of an operand belongs to
/// the conditional around it.
/// </remarks>
internal static class Conditionals
{
    /// <summary>Returns the offset of each expression that has more than one.</summary>
    internal static IEnumerable<int> Beyond(SyntaxNode root) => root.DescendantNodes()
        .OfType<ConditionalExpressionSyntax>()
        .SelectMany(static conditional => conditional.AncestorsAndSelf().OfType<ExpressionSyntax>())
        .Distinct().Where(static expression => IsWhole(expression) && CountIn(expression) > 1)
        .Select(static expression => expression.SpanStart);

    private static bool IsWhole(ExpressionSyntax expression) =>
        expression.Parent is not ExpressionSyntax or LambdaExpressionSyntax or InitializerExpressionSyntax;

    private static int CountIn(SyntaxNode node)
    {
        IEnumerable<int> parts = node.ChildNodes().Select(CountIn);
        return node switch
        {
            AnonymousFunctionExpressionSyntax or InitializerExpressionSyntax or SwitchExpressionArmSyntax
                or AnonymousObjectMemberDeclaratorSyntax or SubpatternSyntax => 0,
            BaseArgumentListSyntax or TupleExpressionSyntax or CollectionExpressionSyntax => parts.Append(0).Max(),
            _ => parts.Sum() + (node is ConditionalExpressionSyntax ? 1 : 0),
        };
    }
}
