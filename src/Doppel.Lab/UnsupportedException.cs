namespace Doppel.Lab;

/// <summary>The exception that is thrown if the system or the file system does not support a way of reading.</summary>
internal sealed class UnsupportedException(string message) : Exception(message);
