namespace Doppel.Lab;

/// <summary>
/// The exception that is thrown if a strategy reaches a safety limit, either the lab's or the system's.
/// </summary>
internal sealed class RefusedException(string message) : Exception(message);
