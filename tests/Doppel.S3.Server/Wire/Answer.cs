using System.Globalization;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>An answer to a request: status, headers and a body of known length.</summary>
/// <param name="Status">The status code.</param>
public sealed record Answer(int Status)
{
    /// <summary>The words behind the status code.</summary>
    public string Reason { get; init; } = ReasonOf(Status);

    /// <summary>Headers in their order; Content-Length is added from the body.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>The body. An answer to HEAD gives its length and keeps it.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>An answer whose body is XML.</summary>
    public static Answer Xml(int status, string xml) => new Answer(status)
    {
        Body = Encoding.UTF8.GetBytes(xml),
    }.With("Content-Type", "application/xml");

    /// <summary>The same answer with one more header.</summary>
    public Answer With(string name, string value) => this with { Headers = [.. Headers, new(name, value)] };

    /// <summary>The same answer with other bytes as its body.</summary>
    public Answer WithBody(string text) => this with { Body = Encoding.UTF8.GetBytes(text) };

    /// <summary>A header's value; null if it is not there.</summary>
    public string? Header(string name) =>
        Headers.FirstOrDefault(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Value;

    /// <summary>The first line and all headers, without the empty line.</summary>
    /// <param name="framed">Whether Content-Length tells where the body ends.</param>
    public string Head(bool framed = true)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"HTTP/1.1 {Status} {Reason}\r\n");
        foreach ((string name, string value) in Headers)
        {
            text.Append(name).Append(": ").Append(value).Append("\r\n");
        }

        if (framed && Status is not (204 or 304))
        {
            text.Append(CultureInfo.InvariantCulture, $"Content-Length: {Body.Length}\r\n");
        }

        return text.ToString();
    }

    private static string ReasonOf(int status) => status switch
    {
        200 => "OK",
        204 => "No Content",
        206 => "Partial Content",
        301 => "Moved Permanently",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        412 => "Precondition Failed",
        416 => "Requested Range Not Satisfiable",
        417 => "Expectation Failed",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Status",
    };
}
