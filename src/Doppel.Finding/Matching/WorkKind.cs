namespace Doppel.Finding;

/// <summary>What to do with the copies of a <see cref="WorkUnit"/>.</summary>
internal enum WorkKind : byte
{
    /// <summary>Read the copies side by side and compare them.</summary>
    Compare,

    /// <summary>Hash the copy completely.</summary>
    Hash,
}
