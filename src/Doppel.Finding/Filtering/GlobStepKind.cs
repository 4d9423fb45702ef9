namespace Doppel.Finding;

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
