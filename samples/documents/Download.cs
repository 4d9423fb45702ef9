using System.Globalization;
using System.IO.Pipelines;
using Doppel.S3;
using Microsoft.AspNetCore.Http.Headers;
using Microsoft.Net.Http.Headers;

namespace Doppel.Documents;

/// <summary>A download: the body goes from the connection with S3 to that with the client, a piece at a time.</summary>
internal static class Download
{
    private const int PieceBytes = 64 * 1024;

    /// <summary>Sends a document, or the range of it that was asked for.</summary>
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

    // S3Object.CopyToAsync would do, too. But its pieces of 1 MiB, which Kestrel copies into memory of its own, make
    // 2 MiB for each client; this reads straight into what is sent.
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

    // Several ranges at once, other units, and a range on condition that the document is the same (If-Range), are
    // answered with everything, as RFC 9110, 13.1.5 and 14.2, allows.
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

        // Whatever a browser thinks that it sees in the bytes.
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
