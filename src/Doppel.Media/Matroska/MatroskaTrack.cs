namespace Doppel.Media;

/// <summary>One track of Matroska.</summary>
internal sealed class MatroskaTrack(MediaTrack media, long number)
{
    /// <summary>
    /// So many bytes at the start of each picture count as a key and not where they stand, for there are programs that
    /// take equal first bytes away from all of them (header stripping): with and without them they are twins then.
    /// </summary>
    internal const int HeadBytes = 4;

    /// <summary>What is gathered of it.</summary>
    internal MediaTrack Media { get; } = media;

    /// <summary>What blocks call it by.</summary>
    internal long Number { get; } = number;

    /// <summary>Whether it is text, or pictures of text, each shown for a time of its own.</summary>
    internal bool IsSubtitle => Media.Kind == 2;

    /// <summary>Whether its kind is one of sound, picture or text; others are passed over.</summary>
    internal bool Counts { get; init; } = true;

    /// <summary>Whether <see cref="HeadBytes"/> of each packet are a key.</summary>
    internal bool HasHeads { get; init; }

    /// <summary>What was taken away from the start of each packet.</summary>
    internal byte[] Stripped { get; init; } = [];
}
