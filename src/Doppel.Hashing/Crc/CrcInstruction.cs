namespace Doppel.Hashing.Crc;

/// <summary>Polynomials for which processors have an instruction.</summary>
internal enum CrcInstruction
{
    /// <summary>No processor has one.</summary>
    None,

    /// <summary>CRC-32: ARM has one.</summary>
    Crc32,

    /// <summary>CRC-32C: x86 has one since SSE4.2, and ARM too.</summary>
    Crc32C,
}
