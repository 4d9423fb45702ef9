namespace Doppel.Lab;

/// <summary>How a strategy of the old comparison reads a file.</summary>
internal enum ContentMode
{
    /// <summary>All of it into memory, as bytes.</summary>
    Bytes,

    /// <summary>All of it into memory, as text.</summary>
    Text,

    /// <summary>One block at a time.</summary>
    Stream,
}
