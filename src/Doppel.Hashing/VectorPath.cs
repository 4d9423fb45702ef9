namespace Doppel.Hashing;

/// <summary>
/// Specifies which instructions a kernel uses. Callers never choose; tests run every path that the processor supports.
/// </summary>
internal enum VectorPath
{
    /// <summary>No explicit vector instructions.</summary>
    Scalar,

    /// <summary>256-bit vectors.</summary>
    Vector256,

    /// <summary>512-bit vectors.</summary>
    Vector512,
}
