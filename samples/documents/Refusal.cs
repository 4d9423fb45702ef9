namespace Doppel.Documents;

/// <summary>The reason why a request is refused: an HTTP status and a message for the client.</summary>
/// <param name="Status">The HTTP status code.</param>
/// <param name="Detail">What is wrong, and what would be right.</param>
internal sealed record Refusal(int Status, string Detail)
{
    /// <summary>
    /// The status code that servers log when the client disconnected before the response. It is never sent.
    /// </summary>
    public const int ClientLeft = 499;

    /// <summary>Gets the refusal for a document that does not exist.</summary>
    public static Refusal NotThere { get; } = new(StatusCodes.Status404NotFound, "There is no document of this name.");

    /// <summary>Gets the refusal for an upload whose body is not a form.</summary>
    public static Refusal NoForm { get; } =
        new(StatusCodes.Status415UnsupportedMediaType, "A multipart form is expected.");

    /// <summary>Gets the refusal for a form without a file.</summary>
    public static Refusal NoFile { get; } = new(StatusCodes.Status400BadRequest, "The form has no file.");

    /// <summary>Returns the refusal for a document that is larger than the service accepts.</summary>
    public static Refusal TooLarge(long bytesMax) =>
        new(StatusCodes.Status413PayloadTooLarge, $"A document has at most {bytesMax} bytes.");

    /// <summary>Returns the response, as problem+json (RFC 9457).</summary>
    public IResult ToResult() => TypedResults.Problem(Detail, statusCode: Status);
}
