namespace Doppel.Volumes;

/// <summary>Receives the entries of a folder while a volume lists it.</summary>
/// <remarks>Called on the thread that lists. Names are only valid during the call. "." and ".." never come.</remarks>
public interface IEntryVisitor
{
    /// <summary>Whether the entry is wanted. One that is not costs no further system call.</summary>
    /// <param name="name">The name as the volume's bytes.</param>
    /// <param name="kind">What the listing says it is; may be <see cref="EntryKind.Unknown"/>.</param>
    bool Wants(ReadOnlySpan<byte> name, EntryKind kind);

    /// <summary>A wanted entry.</summary>
    /// <param name="name">The name as the volume's bytes.</param>
    /// <param name="facts">
    /// For files, the fields that were asked for. For everything else only <see cref="FileFacts.Kind"/> is promised,
    /// never <see cref="EntryKind.Unknown"/>; <see cref="FileFacts.Inode"/> is what the listing told for nothing, or 0.
    /// </param>
    void Visit(ReadOnlySpan<byte> name, in FileFacts facts);

    /// <summary>A wanted entry whose facts could not be had.</summary>
    void Fail(ReadOnlySpan<byte> name, VolumeError failure);
}
