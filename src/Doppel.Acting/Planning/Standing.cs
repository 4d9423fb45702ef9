namespace Doppel.Acting;

/// <summary>What patterns and reference folders say of a copy, the best keepers first.</summary>
internal enum Standing : byte
{
    /// <summary>It lies below a reference folder and stays.</summary>
    Reference,

    /// <summary>It matches a pattern to keep and stays.</summary>
    Kept,

    /// <summary>Nothing is said.</summary>
    Free,

    /// <summary>It matches a pattern to drop and goes if another copy can stay.</summary>
    Unwanted,
}
