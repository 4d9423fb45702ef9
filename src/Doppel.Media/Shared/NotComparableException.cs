using System.Diagnostics.CodeAnalysis;

namespace Doppel.Media;

/// <summary>What is payload in a file is not certain. Never leaves this library.</summary>
internal sealed class NotComparableException(string message) : Exception(message)
{
    /// <summary>Says so.</summary>
    [DoesNotReturn]
    internal static void Throw(string message) => throw new NotComparableException(message);
}
