namespace Doppel.S3.Http;

/// <summary>How much of a good answer is read before it counts as one.</summary>
internal enum AnswerKind
{
    /// <summary>Its headers; a body is left to whoever gets the answer.</summary>
    None,

    /// <summary>
    /// A whole XML document. One whose root is <c>Error</c> is no good answer, whatever its status: copies, completions
    /// and deletions begin to answer before they know how they end.
    /// </summary>
    Document,

    /// <summary>The same for listings, which may be longer.</summary>
    LongDocument,
}
