namespace Doppel.Media;

/// <summary>A picture in the tags of a file, such as a cover.</summary>
/// <remarks>Immutable, and therefore thread-safe.</remarks>
public sealed class MediaPicture
{
    /// <summary>The maximum number of bytes that all pictures of a file have together: 8 MiB.</summary>
    internal const int BytesMax = 8 << 20;

    /// <summary>Gets the value of its tag, which describes it: type, dimensions, length and digest.</summary>
    public required string Value { get; init; }

    /// <summary>Gets the type, such as <c>image/jpeg</c>. Empty if it is unknown.</summary>
    public required string Type { get; init; }

    /// <summary>Gets what the picture shows, as an ID3 picture type. 3 is the front cover.</summary>
    public required byte Kind { get; init; }

    /// <summary>Gets the description in the tag. Empty if there is none.</summary>
    public required string Description { get; init; }

    /// <summary>Gets the width in pixels, or 0 if it is unknown.</summary>
    public required int Width { get; init; }

    /// <summary>Gets the height in pixels, or 0 if it is unknown.</summary>
    public required int Height { get; init; }

    /// <summary>Gets the bytes of the picture.</summary>
    public required ReadOnlyMemory<byte> Bytes { get; init; }
}
