namespace Doppel.Media;

/// <summary>Parses one format. Implementations are stateless.</summary>
internal interface IMediaParser
{
    /// <summary>Gets the format.</summary>
    MediaFormat Format { get; }

    /// <summary>Returns whether a file is in this format, judged by its first bytes.</summary>
    bool Recognizes(HeaderReader file);

    /// <summary>Finds the payload of a file in this format.</summary>
    /// <exception cref="NotComparableException">The payload cannot be determined with certainty.</exception>
    void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload);

    /// <summary>Reads the tags of a file in this format. Tags that cannot be read are omitted.</summary>
    void ReadTags(HeaderReader file, TagBuilder tags);
}
