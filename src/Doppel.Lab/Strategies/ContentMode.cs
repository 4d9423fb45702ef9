namespace Doppel.Lab;

/// <summary>What a strategy of the old comparison makes of a file.</summary>
internal enum ContentMode
{
    /// <summary>All of it in memory, as bytes.</summary>
    Bytes,

    /// <summary>All of it in memory, as text.</summary>
    Text,

    /// <summary>A block of it at a time.</summary>
    Stream,
}
