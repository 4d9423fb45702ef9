namespace Doppel.Media;

/// <summary>What the tags of a file say.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed record MediaTags
{
    /// <summary>All tags in the order in which they stand; what two kinds of tags say alike stands once.</summary>
    public required IReadOnlyList<MediaTag> All { get; init; }

    /// <summary>Bytes of the largest picture that tags hold; 0 where they hold none.</summary>
    public required long CoverBytes { get; init; }

    /// <summary>When it was taken or recorded, as the camera's clock said; null where no tag tells.</summary>
    public required DateTime? Taken { get; init; }
}
