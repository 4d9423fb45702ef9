namespace Doppel.Acting;

/// <summary>Specifies what a pattern does to the copies that it matches.</summary>
public enum PatternEffect : byte
{
    /// <summary>All matching copies are kept.</summary>
    Keep,

    /// <summary>Matching copies are dropped as long as another copy can be kept.</summary>
    Drop,
}
