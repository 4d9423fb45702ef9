namespace Doppel.Hashing;

/// <summary>The polynomials for which some processors have a CRC instruction.</summary>
internal enum CrcInstruction
{
    /// <summary>No processor has an instruction for the polynomial.</summary>
    None,

    /// <summary>CRC-32, which ARM processors support.</summary>
    Crc32,

    /// <summary>CRC-32C, which x86 processors support since SSE4.2, and ARM processors too.</summary>
    Crc32C,
}
