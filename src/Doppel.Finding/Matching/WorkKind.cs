namespace Doppel.Finding;

/// <summary>What is done with the copies of a <see cref="WorkUnit"/>.</summary>
internal enum WorkKind : byte
{
    /// <summary>Read side by side and compared.</summary>
    Compare,

    /// <summary>Hashed to the end.</summary>
    Hash,
}
