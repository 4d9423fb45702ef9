namespace Doppel.Hashing.Crc;

/// <summary>By which means a CRC is made. Callers never choose; tests run each one the processor has.</summary>
internal enum CrcPath
{
    /// <summary>Eight bytes at a time by tables: for any processor.</summary>
    Table,

    /// <summary>Eight bytes at a time by the instruction that some processors have for some polynomials.</summary>
    Instruction,

    /// <summary>64 bytes at a time by multiplication without carries; what is left by the best of the others.</summary>
    Folding,
}
