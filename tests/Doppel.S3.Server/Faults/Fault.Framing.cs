using System.Globalization;
using System.Text;

namespace Doppel.S3.Server;

/// <content>Answers whose bytes are not what HTTP asks for, or only just.</content>
public sealed partial class Fault
{
    /// <summary>The right body in sound chunks, without Content-Length.</summary>
    public static Fault Chunked { get; } = new(nameof(Chunked), exchange => WriteChunksAsync(exchange, "0\r\n\r\n"));

    /// <summary>Chunks whose second size is no number.</summary>
    public static Fault BrokenChunk { get; } =
        new(nameof(BrokenChunk), exchange => WriteChunksAsync(exchange, "no size\r\n0\r\n\r\n"));

    /// <summary>Chunks that end with a trailer that is no header.</summary>
    public static Fault BrokenTrailer { get; } =
        new(nameof(BrokenTrailer), exchange => WriteChunksAsync(exchange, "0\r\nno trailer\r\n\r\n"));

    /// <summary>Chunks, then the end of the connection in place of the last one.</summary>
    public static Fault NoLastChunk { get; } = new(nameof(NoLastChunk), async exchange =>
    {
        await WriteChunksAsync(exchange, "");
        await exchange.CloseAsync();
    });

    /// <summary>A body whose end is the connection's, in the words of HTTP/1.0.</summary>
    public static Fault CloseDelimited { get; } = new(nameof(CloseDelimited), async exchange =>
    {
        Answer answer = await exchange.AnswerAsync();
        await exchange.WriteAsync(answer.Head(framed: false).Replace("HTTP/1.1", "HTTP/1.0", StringComparison.Ordinal)
            + "\r\n");
        await exchange.WriteAsync(answer.Body);
        await exchange.CloseAsync();
    });

    /// <summary>Text that is no HTTP.</summary>
    public static Fault NotHttp { get; } = new(nameof(NotHttp), async exchange =>
    {
        await exchange.SkipBodyAsync();
        await exchange.WriteAsync("220 mail.example.org ESMTP\r\n");
        await exchange.CloseAsync();
    });

    /// <summary>The right answer with ten thousand headers more.</summary>
    public static Fault TenThousandHeaders { get; } = new(nameof(TenThousandHeaders), async exchange =>
    {
        Answer answer = await exchange.AnswerAsync();
        var more = Enumerable.Range(0, 10_000).Select(i => KeyValuePair.Create($"x-{i}", "y"));
        await exchange.WriteAsync(answer with { Headers = [.. answer.Headers, .. more] });
    });

    /// <summary>The right body said to be compressed, although it is not and nobody asked for it.</summary>
    public static Fault FalseGzip { get; } =
        new(nameof(FalseGzip), Edit(answer => answer.With("Content-Encoding", "gzip")).RunAsync);

    /// <summary>The right answer with so many bytes behind its end.</summary>
    public static Fault ExtraBytes(int count) => new($"{nameof(ExtraBytes)}({count})", async exchange =>
    {
        await exchange.WriteAsync(await exchange.AnswerAsync());
        await exchange.WriteAsync(new string('!', count));
    });

    /// <summary>The right answer with one header of so many bytes more.</summary>
    public static Fault HugeHeader(int bytes) => new($"{nameof(HugeHeader)}({bytes})",
        Edit(answer => answer.With("x-huge", new string('h', bytes))).RunAsync);

    /// <summary>The right answer, its body cut to so many bytes and its length saying just that.</summary>
    public static Fault TruncatedBody(int bytes) => new($"{nameof(TruncatedBody)}({bytes})",
        Edit(answer => answer with { Body = answer.Body[..Math.Min(bytes, answer.Body.Length)] }).RunAsync);

    /// <summary>The right answer with blanks and line ends before its XML, as a long Complete sends it.</summary>
    public static Fault LeadingBlanks(int count) => new($"{nameof(LeadingBlanks)}({count})", Edit(answer =>
        answer.WithBody(string.Concat(Enumerable.Repeat("\r\n ", count)) + Encoding.UTF8.GetString(answer.Body.Span)))
        .RunAsync);

    private static async ValueTask WriteChunksAsync(Exchange exchange, string end)
    {
        Answer answer = await exchange.AnswerAsync();
        await exchange.WriteAsync(answer.Head(framed: false) + "Transfer-Encoding: chunked\r\n\r\n");
        ReadOnlyMemory<byte> rest = answer.Body;
        while (rest.Length > 0)
        {
            int size = Math.Min(rest.Length, 4096);
            await exchange.WriteAsync(string.Create(CultureInfo.InvariantCulture, $"{size:x}\r\n"));
            await exchange.WriteAsync(rest[..size]);
            await exchange.WriteAsync("\r\n");
            rest = rest[size..];
        }

        await exchange.WriteAsync(end);
    }
}
