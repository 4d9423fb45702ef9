namespace Doppel.Hashing;

/// <summary>
/// Specifies how a CRC is computed. Callers never choose; tests run every path that the processor supports.
/// </summary>
internal enum CrcPath
{
    /// <summary>Eight bytes at a time with lookup tables. Runs on any processor.</summary>
    Table,

    /// <summary>
    /// Eight bytes at a time with the instruction that some processors have for some polynomials.
    /// </summary>
    Instruction,

    /// <summary>
    /// 64 bytes at a time with carry-less multiplication. The remaining bytes use the best of the other paths.
    /// </summary>
    Folding,
}
