namespace Doppel.Lab;

/// <summary>The exception that is thrown if a file cannot be read completely, or its size has changed.</summary>
internal sealed class FileFailedException(int file, string message) : Exception(message)
{
    /// <summary>Gets the index of the file.</summary>
    internal int File => file;
}
