using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// The first file of a form, at its first byte, while the rest of the request may still be on its way.
/// </summary>
/// <param name="FileName">The name that the client gave it.</param>
/// <param name="Body">
/// Its bytes. A read returns what is there, often less than was asked for; an end of the request before the end of the
/// part is an <see cref="IOException"/>.
/// </param>
internal sealed record FilePart(string FileName, Stream Body)
{
    /// <summary>Goes to the first part that is a file.</summary>
    /// <exception cref="BadHttpRequestException">The request is no form, or a form without a file.</exception>
    public static async Task<FilePart> ReadAsync(HttpRequest request, CancellationToken cancellation)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? type)
            || !type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase)
            || HeaderUtilities.RemoveQuotes(type.Boundary) is not { Length: > 0 } boundary)
        {
            throw new BadHttpRequestException("A multipart form is expected.");
        }

        // The limit that counts is the server's, for the whole request.
        var parts = new MultipartReader(boundary.Value!, request.Body) { BodyLengthLimit = null };
        while (await parts.ReadNextSectionAsync(cancellation).ConfigureAwait(false) is { } section)
        {
            if (section.AsFileSection() is { FileStream: not null } file)
            {
                return new FilePart(file.FileName, file.FileStream);
            }
        }

        throw new BadHttpRequestException("The form has no file.");
    }
}
