namespace Doppel.S3;

/// <summary>Specifies how much of a successful response is read before it counts as successful.</summary>
internal enum AnswerKind
{
    /// <summary>Only the headers. The body, if any, is left to the receiver of the response.</summary>
    None,

    /// <summary>
    /// A complete XML document. If its root is <c>Error</c>, the response is not successful, whatever its status: for
    /// copies, completions and deletions, servers start the response before they know the outcome.
    /// </summary>
    Document,

    /// <summary>A complete XML document, with a higher size limit for listings.</summary>
    LongDocument,
}
