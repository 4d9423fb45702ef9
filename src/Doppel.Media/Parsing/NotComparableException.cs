using System.Diagnostics.CodeAnalysis;

namespace Doppel.Media;

/// <summary>
/// The payload of a file cannot be determined with certainty. Never leaves this library.
/// </summary>
internal sealed class NotComparableException(string message) : Exception(message)
{
    /// <summary>Throws the exception with a reason.</summary>
    [DoesNotReturn]
    internal static void Throw(string message) => throw new NotComparableException(message);
}
