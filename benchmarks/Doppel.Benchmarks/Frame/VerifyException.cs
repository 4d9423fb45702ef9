using System.Runtime.CompilerServices;

namespace Doppel.Benchmarks.Frame;

/// <summary>Contestants that do not give equal results, so that their times would mean nothing.</summary>
internal sealed class VerifyException(string message) : Exception(message)
{
    /// <summary>Throws with the text of the condition unless it holds.</summary>
    public static void Unless(bool holds, [CallerArgumentExpression(nameof(holds))] string condition = "")
    {
        if (!holds)
        {
            throw new VerifyException("does not hold: " + condition);
        }
    }

    /// <summary>Throws unless two results are equal.</summary>
    public static void UnlessEqual<T>(T expected, T actual, string contestant)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new VerifyException($"{contestant} gives {actual}, the others give {expected}");
        }
    }
}
