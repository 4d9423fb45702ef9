using System.Globalization;
using System.IO.Pipelines;
using Doppel.S3;
using Microsoft.AspNetCore.Http.Headers;
using Microsoft.Net.Http.Headers;

namespace Doppel.Documents;

/// <summary>Streams the body of a download from the S3 connection to the client, piece by piece.</summary>
internal static class Download
{
    private const int PieceBytes = 64 * 1024;

    /// <summary>Sends a document, or the requested range of it.</summary>
    public static async Task SendAsync(HttpContext context, string given, DocumentStore documents)
    {
        CancellationToken left = context.RequestAborted;
        if (DocumentName.Read(given, out string name) is { } refusal)
        {
            await refusal.ToResult().ExecuteAsync(context);
            return;
        }

        await using S3Object found = await documents.GetAsync(name, OptionsOf(context.Request), left);
        if (found.IsFound)
        {
            Describe(context.Response, found, name);
            await CopyAsync(found.OpenBody(), context.Response.BodyWriter, left);
        }
        else if (found.Status == S3Status.NotModified)
        {
            context.Response.StatusCode = StatusCodes.Status304NotModified;
        }
        else
        {
            await Refuse(found.Status).ToResult().ExecuteAsync(context);
        }
    }

    // S3Object.CopyToAsync would also work. But with its 1 MiB pieces, which Kestrel copies into its own memory, it
    // uses 2 MiB per client. This reads directly into the response buffer.
    private static async Task CopyAsync(Stream body, PipeWriter client, CancellationToken left)
    {
        int count;
        while ((count = await body.ReadAsync(client.GetMemory(PieceBytes), left)) > 0)
        {
            client.Advance(count);
            await client.FlushAsync(left);
        }
    }

    private static S3GetOptions OptionsOf(HttpRequest request)
    {
        RequestHeaders headers = request.GetTypedHeaders();
        return new S3GetOptions
        {
            Range = RangeOf(headers),
            Conditions = new S3Conditions
            {
                IfMatch = NoneIfEmpty(request.Headers.IfMatch.ToString()),
                IfNoneMatch = NoneIfEmpty(request.Headers.IfNoneMatch.ToString()),
            },
        };
    }

    // Requests for several ranges, for other units, or with If-Range are answered with the whole document, as RFC 9110,
    // 13.1.5 and 14.2, allows.
    private static S3Range? RangeOf(RequestHeaders headers)
    {
        RangeHeaderValue? range = headers.Range;
        if (range is null || headers.IfRange is not null || range.Unit != "bytes" || range.Ranges.Count != 1)
        {
            return null;
        }

        RangeItemHeaderValue only = range.Ranges.First();
        return (only.From, only.To) switch
        {
            ({ } first, { } last) when last - first < long.MaxValue - first => S3Range.Of(first, last - first + 1),
            ({ } first, _) => S3Range.From(first),
            (null, > 0 and { } count) => S3Range.Tail(count),
            _ => null,
        };
    }

    private static void Describe(HttpResponse response, S3Object found, string name)
    {
        ResponseHeaders headers = response.GetTypedHeaders();
        headers.ContentLength = found.Length;
        headers.LastModified = found.LastModified;
        var disposition = new ContentDispositionHeaderValue("attachment");
        disposition.SetHttpFileName(name);
        headers.ContentDisposition = disposition;
        response.ContentType = found.ContentType;
        response.Headers.ETag = found.ETag;
        response.Headers.AcceptRanges = "bytes";

        // Keeps browsers from guessing another type from the content.
        response.Headers.XContentTypeOptions = "nosniff";
        if (found.Header("Content-Range") is { } range)
        {
            response.StatusCode = StatusCodes.Status206PartialContent;
            response.Headers.ContentRange = range;
        }
    }

    private static Refusal Refuse(S3Status status) => status switch
    {
        S3Status.NotFound => Refusal.NotThere,
        S3Status.RangeNotSatisfiable => new Refusal(
            StatusCodes.Status416RangeNotSatisfiable, "The document has no byte in this range."),
        S3Status.PreconditionFailed => new Refusal(
            StatusCodes.Status412PreconditionFailed, "The document is another one by now."),
        _ => new Refusal(StatusCodes.Status409Conflict, string.Create(
            CultureInfo.InvariantCulture, $"The storage answers {status}.")),
    };

    private static string? NoneIfEmpty(string value) => value.Length == 0 ? null : value;
}
