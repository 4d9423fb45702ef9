namespace Doppel.Finding;

/// <summary>What one step of a pattern takes.</summary>
internal enum GlobStepKind : byte
{
    /// <summary>This character.</summary>
    Character,

    /// <summary><c>?</c>: any character but '/'.</summary>
    Any,

    /// <summary><c>[…]</c>: one of a set, never '/'.</summary>
    Set,

    /// <summary><c>*</c>: any run without '/'.</summary>
    Run,

    /// <summary><c>**/</c>: takes nothing and leads both into the loop behind it and past it.</summary>
    ComponentsEntry,

    /// <summary>The loop of <c>**/</c>: takes anything, left behind a '/'.</summary>
    ComponentsLoop,

    /// <summary><c>**</c> at the end: everything, at least one character.</summary>
    Rest,
}
