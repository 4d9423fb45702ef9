namespace Doppel.Finding;

/// <summary>How far the matching of a copy has progressed.</summary>
internal enum CopyState : byte
{
    /// <summary>Only the copy's metadata is known.</summary>
    Listed,

    /// <summary>The first and last bytes have been hashed.</summary>
    EndsHashed,

    /// <summary>The complete content has been hashed; the digest is that of the content.</summary>
    Hashed,

    /// <summary>The copy could not be read, or it changed. It is excluded from further steps.</summary>
    Failed,
}
