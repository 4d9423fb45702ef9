namespace Doppel.Volumes;

/// <summary>Receives the entries of a folder while a volume lists it.</summary>
/// <remarks>
/// Called on the thread that lists the folder. Names are valid only during the call. "." and ".." are never visited.
/// </remarks>
public interface IEntryVisitor
{
    /// <summary>Returns whether the entry is wanted. Unwanted entries cost no further system call.</summary>
    /// <param name="name">The name, in the bytes of the volume.</param>
    /// <param name="kind">The kind that the listing reports. May be <see cref="EntryKind.Unknown"/>.</param>
    bool Wants(ReadOnlySpan<byte> name, EntryKind kind);

    /// <summary>Receives a wanted entry.</summary>
    /// <param name="name">The name, in the bytes of the volume.</param>
    /// <param name="facts">
    /// For files, the requested fields. For other entries only <see cref="FileFacts.Kind"/> is guaranteed, which is
    /// never <see cref="EntryKind.Unknown"/>; <see cref="FileFacts.Inode"/> is set if the listing includes it at no
    /// cost, and 0 otherwise.
    /// </param>
    void Visit(ReadOnlySpan<byte> name, in FileFacts facts);

    /// <summary>Receives a wanted entry whose facts could not be fetched.</summary>
    /// <param name="name">
    /// The name, in the bytes of the volume. For a key of a bucket that cannot be a path, this is the rest of the key
    /// below the folder: it may contain slashes, or be empty, "." or "..". <see cref="Wants"/> was then asked with
    /// <see cref="EntryKind.Unknown"/>.
    /// </param>
    /// <param name="failure">The reason.</param>
    void Fail(ReadOnlySpan<byte> name, VolumeError failure);
}
