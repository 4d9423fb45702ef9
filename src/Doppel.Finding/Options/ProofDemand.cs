namespace Doppel.Finding;

/// <summary>How strong the proof of equality must be.</summary>
public enum ProofDemand
{
    /// <summary>Compares small sets of equal size byte by byte and large sets by XXH3-128.</summary>
    Standard,

    /// <summary>Compares every group byte by byte.</summary>
    Bytes,
}
