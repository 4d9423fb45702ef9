namespace Doppel.Acting;

/// <summary>Which characters of names become escapes of JSON; they read back the same either way.</summary>
public enum NameEscapes : byte
{
    /// <summary>Those that the form needs.</summary>
    Needed,

    /// <summary>Also those that could fool a person at a terminal: marks of text direction, characters of no width.
    /// </summary>
    Deceptive,
}
