using System.Diagnostics.CodeAnalysis;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>A request is refused, with the code and the status that S3 has for it.</summary>
[SuppressMessage("Design", "CA1032", Justification = "Thrown and caught by the verifier alone.")]
internal sealed class RefusedException(int status, string code, string reason) : Exception(reason)
{
    public int Status { get; } = status;

    public string Code { get; } = code;

    /// <summary>Refuses unless a condition holds.</summary>
    public static void Unless([DoesNotReturnIf(false)] bool holds, int status, string code, string reason)
    {
        if (!holds)
        {
            throw new RefusedException(status, code, reason);
        }
    }
}
