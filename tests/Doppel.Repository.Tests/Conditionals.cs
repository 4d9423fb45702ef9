using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>Finds expressions that have more than one conditional.</summary>
/// <remarks>
/// An argument, an element, an arm and a lambda are expressions of their own, but an argument of an operand belongs to
/// the conditional around it.
/// </remarks>
internal static partial class Conditionals
{
    /// <summary>Returns the offset of each conditional beyond the first of its expression.</summary>
    internal static IEnumerable<int> Beyond(string code)
    {
        var scopes = new Stack<Scope>([new Scope('{', 0)]);
        int count = 0;
        foreach (Match token in Token().Matches(code))
        {
            Scope scope = scopes.Peek();
            switch (token.Value)
            {
                case "?":
                    count++;
                    if (count > 1)
                    {
                        yield return token.Index;
                    }

                    break;
                case "=>":
                    scope.IsInLambda = true;
                    count = 0;
                    break;
                case "(" or "[" or "{":
                    scopes.Push(new Scope(token.Value[0], count));
                    count = token.Value == "{" ? 0 : count;
                    break;
                case ")" or "]" when scopes.Count > 1:
                    scope.End(count);
                    count = scopes.Pop().Most;
                    break;
                case "}" when scopes.Count > 1:
                    scopes.Pop();
                    count = Continues().IsMatch(code, token.Index + 1) ? scope.Outer : 0;
                    break;
                default:
                    scope.End(count);
                    count = scope.Opening == '{' ? 0 : scope.Outer;
                    break;
            }
        }
    }

    // The compiler and the formatter see to the blanks around a conditional; a nullable type has none before its sign.
    [GeneratedRegex(@"(?<=\s)\?(?=\s)|=>|[;,(){}\[\]]", RegexOptions.CultureInvariant)]
    private static partial Regex Token();

    // What comes behind the brace of a pattern, an initializer or a switch, but not behind that of a block.
    [GeneratedRegex(@"\G\s*(?:[)\],;.?:!|&=<>]|(?:is|as|with|switch|and|or|when)\b)", RegexOptions.CultureInvariant)]
    private static partial Regex Continues();

    private sealed class Scope(char opening, int outer)
    {
        internal char Opening => opening;

        internal int Outer => outer;

        /// <summary>Gets the most conditionals of an expression in these brackets, with those around it.</summary>
        internal int Most { get; private set; }

        internal bool IsInLambda { get; set; }

        internal void End(int count)
        {
            Most = Math.Max(Most, IsInLambda ? outer : count);
            IsInLambda = false;
        }
    }
}
