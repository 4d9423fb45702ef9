namespace Doppel.Acting;

/// <summary>What a pattern does to the copies that it matches.</summary>
public enum PatternEffect : byte
{
    /// <summary>All of them stay.</summary>
    Keep,

    /// <summary>None of them stays while another copy can.</summary>
    Drop,
}
