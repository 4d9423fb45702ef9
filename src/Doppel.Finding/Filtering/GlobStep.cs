using System.Text;

namespace Doppel.Finding;

/// <summary>One step of a pattern.</summary>
/// <param name="Kind">What the step matches.</param>
/// <param name="Character">The character to match, for <see cref="GlobStepKind.Character"/>.</param>
/// <param name="Ranges">The first and last characters of each range of a set, in pairs.</param>
/// <param name="Negated">Whether the set matches the characters outside it.</param>
internal readonly record struct GlobStep(
    GlobStepKind Kind, int Character = 0, int[]? Ranges = null, bool Negated = false)
{
    /// <summary>
    /// Returns whether this step matches a character. Only for steps that match exactly one character.
    /// </summary>
    internal bool Takes(int character, CaseMatching matching) => Kind switch
    {
        GlobStepKind.Character => character == Character
            || (matching == CaseMatching.Ignored && Folded(character) == Folded(Character)),
        GlobStepKind.Any => character != '/',
        GlobStepKind.Set => character != '/' && Holds(character, matching) != Negated,
        _ => false,
    };

    // To upper case first: some lower-case letters, such as the final sigma, share their upper case with another.
    private static int Folded(int character) => Lower(Upper(character));

    private static int Upper(int character) =>
        Rune.IsValid(character) ? Rune.ToUpperInvariant(new Rune(character)).Value : character;

    private static int Lower(int character) =>
        Rune.IsValid(character) ? Rune.ToLowerInvariant(new Rune(character)).Value : character;

    private bool Holds(int character, CaseMatching matching) => Holds(character)
        || (matching == CaseMatching.Ignored && (Holds(Upper(character)) || Holds(Folded(character))));

    private bool Holds(int character)
    {
        ReadOnlySpan<int> ranges = Ranges;
        for (int i = 0; i < ranges.Length; i += 2)
        {
            if (character >= ranges[i] && character <= ranges[i + 1])
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>What one step of a pattern matches.</summary>
internal enum GlobStepKind : byte
{
    /// <summary>A specific character.</summary>
    Character,

    /// <summary><c>?</c>: any character except '/'.</summary>
    Any,

    /// <summary><c>[…]</c>: one character of a set, never '/'.</summary>
    Set,

    /// <summary><c>*</c>: any run of characters without '/'.</summary>
    Run,

    /// <summary><c>**/</c>: consumes nothing and leads both into the loop that follows it and past the loop.</summary>
    ComponentsEntry,

    /// <summary>The loop of <c>**/</c>: matches anything and can be left after a '/'.</summary>
    ComponentsLoop,

    /// <summary><c>**</c> at the end: matches everything that remains, at least one character.</summary>
    Rest,
}
