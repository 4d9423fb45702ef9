namespace Doppel.Documents;

/// <summary>Why a request is not done, as a status and words for whoever sent it.</summary>
/// <param name="Status">The status of the answer.</param>
/// <param name="Detail">What is wrong, and what would be right.</param>
internal sealed record Refusal(int Status, string Detail)
{
    /// <summary>The status that servers note where the client left before its answer; nobody sees it.</summary>
    public const int ClientLeft = 499;

    /// <summary>There is no such document.</summary>
    public static Refusal NotThere { get; } = new(StatusCodes.Status404NotFound, "There is no document of this name.");

    /// <summary>The body of an upload is no form.</summary>
    public static Refusal NoForm { get; } =
        new(StatusCodes.Status415UnsupportedMediaType, "A multipart form is expected.");

    /// <summary>There is no file in the form.</summary>
    public static Refusal NoFile { get; } = new(StatusCodes.Status400BadRequest, "The form has no file.");

    /// <summary>The document is larger than the service takes.</summary>
    public static Refusal TooLarge(long bytesMax) =>
        new(StatusCodes.Status413PayloadTooLarge, $"A document has at most {bytesMax} bytes.");

    /// <summary>The answer, as problem+json (RFC 9457).</summary>
    public IResult ToResult() => TypedResults.Problem(Detail, statusCode: Status);
}
