namespace Doppel.Finding;

/// <summary>How strong the proof of equality must be.</summary>
public enum ProofDemand
{
    /// <summary>Few files of a size are compared byte by byte, many by XXH3-128.</summary>
    Standard,

    /// <summary>Every group is compared byte by byte.</summary>
    Bytes,
}
