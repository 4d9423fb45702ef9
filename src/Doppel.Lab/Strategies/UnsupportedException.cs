namespace Doppel.Lab;

/// <summary>The system or the file system does not offer a way of reading.</summary>
internal sealed class UnsupportedException(string message) : Exception(message);
