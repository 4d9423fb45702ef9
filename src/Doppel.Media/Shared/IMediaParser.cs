namespace Doppel.Media;

/// <summary>Knows one format. Has no state.</summary>
internal interface IMediaParser
{
    /// <summary>The format.</summary>
    MediaFormat Format { get; }

    /// <summary>Whether a file is of this format, by its first bytes.</summary>
    bool Recognizes(HeaderReader file);

    /// <summary>Tells the payload of a file that is.</summary>
    /// <exception cref="NotComparableException">It is not certain what is payload.</exception>
    void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload);

    /// <summary>Tells what the tags of such a file say. What cannot be read of them is left out.</summary>
    void ReadTags(HeaderReader file, TagBuilder tags);
}
