namespace Doppel.Hashing;

/// <summary>Which instructions a kernel uses. Callers never choose; tests run each one the processor has.</summary>
internal enum VectorPath
{
    /// <summary>No vectors of this library's own.</summary>
    Scalar,

    /// <summary>Vectors of 256 bits.</summary>
    Vector256,

    /// <summary>Vectors of 512 bits.</summary>
    Vector512,
}
