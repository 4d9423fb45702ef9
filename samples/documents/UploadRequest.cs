using System.Globalization;

namespace Doppel.Documents;

/// <summary>Checks an upload before any of its body is read.</summary>
internal static class UploadRequest
{
    /// <summary>Refuses a request that is too long or does not declare its length.</summary>
    /// <remarks>
    /// A client that sent <c>Expect: 100-continue</c> then sends no body at all, because Kestrel requests the body only
    /// when it is read.
    /// </remarks>
    public static Task CheckLengthAsync(HttpContext context, RequestDelegate next, long bytesMax)
    {
        if (!HttpMethods.IsPost(context.Request.Method))
        {
            return next(context);
        }

        Refusal? refusal = context.Request.ContentLength switch
        {
            null => new Refusal(StatusCodes.Status411LengthRequired, "An upload says how long it is."),
            { } bytes when bytes > bytesMax => new Refusal(StatusCodes.Status413PayloadTooLarge, string.Create(
                CultureInfo.InvariantCulture, $"A request with a document has at most {bytesMax} bytes.")),
            _ => null,
        };
        return refusal is null ? next(context) : refusal.ToResult().ExecuteAsync(context);
    }
}
