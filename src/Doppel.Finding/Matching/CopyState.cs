namespace Doppel.Finding;

/// <summary>How far a copy has come.</summary>
internal enum CopyState : byte
{
    /// <summary>Nothing but its facts is known.</summary>
    Listed,

    /// <summary>Its first and last bytes are hashed.</summary>
    EndsHashed,

    /// <summary>All of its content is hashed; the digest is the digest of the content.</summary>
    Hashed,

    /// <summary>It could not be read, or changed; it takes no further part.</summary>
    Failed,
}
