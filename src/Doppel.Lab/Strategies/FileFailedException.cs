namespace Doppel.Lab;

/// <summary>A file could not be read to its end, or is not as long as it was.</summary>
internal sealed class FileFailedException(int file, string message) : Exception(message)
{
    /// <summary>Its index.</summary>
    internal int File => file;
}
