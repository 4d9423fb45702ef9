namespace Doppel.Media;

/// <summary>One Matroska track.</summary>
internal sealed class MatroskaTrack(MediaTrack media, long number)
{
    /// <summary>
    /// The number of bytes at the start of each video packet that count as part of the key and not as extents. Some
    /// programs strip equal first bytes from all packets (header stripping). This way, files with and without them
    /// match.
    /// </summary>
    internal const int HeadBytes = 4;

    /// <summary>Gets the collected setup and packets.</summary>
    internal MediaTrack Media { get; } = media;

    /// <summary>Gets the track number, by which blocks refer to the track.</summary>
    internal long Number { get; } = number;

    /// <summary>Gets whether the track contains text, or images of text, each with its own duration.</summary>
    internal bool IsSubtitle => Media.Kind == 2;

    /// <summary>Gets whether the first <see cref="HeadBytes"/> bytes of each packet are part of the key.</summary>
    internal bool HasHeads { get; init; }

    /// <summary>Gets the bytes that were stripped from the start of each packet.</summary>
    internal byte[] Stripped { get; init; } = [];
}
