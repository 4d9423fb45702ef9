namespace Doppel.Acting;

/// <summary>
/// Specifies which characters of names are written as JSON escapes. Either way they read back the same.
/// </summary>
public enum NameEscapes : byte
{
    /// <summary>Only the characters that JSON requires.</summary>
    Needed,

    /// <summary>
    /// Also characters that can deceive a reader at a terminal: text direction marks and zero-width characters.
    /// </summary>
    Deceptive,
}
