namespace Doppel.Lab;

/// <summary>A strategy came to a safety limit, its own or the system's.</summary>
internal sealed class RefusedException(string message) : Exception(message);
