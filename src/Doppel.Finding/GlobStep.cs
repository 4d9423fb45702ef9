namespace Doppel.Finding;

/// <summary>One step of a pattern.</summary>
/// <param name="Kind">What it takes.</param>
/// <param name="Character">The character of <see cref="GlobStepKind.Character"/>.</param>
/// <param name="Ranges">First and last characters of a set, in pairs.</param>
/// <param name="Negated">Whether the set takes what is not in it.</param>
internal readonly record struct GlobStep(
    GlobStepKind Kind, int Character = 0, int[]? Ranges = null, bool Negated = false)
{
    /// <summary>Whether this step, one that takes exactly one character, takes this one.</summary>
    internal bool Takes(int character) => Kind switch
    {
        GlobStepKind.Character => character == Character,
        GlobStepKind.Any => character != '/',
        GlobStepKind.Set => character != '/' && Holds(character) != Negated,
        _ => false,
    };

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
