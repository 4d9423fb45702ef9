using System.Buffers;

namespace Doppel.Reports;

/// <summary>Passes bytes on to an HTML page in such a way that they can never be markup.</summary>
/// <param name="page">The page.</param>
/// <param name="isData">
/// True for JSON within a comment, whose strings get JSON escapes; false for text, which gets entities.
/// </param>
internal sealed class HtmlFilter(Utf8Output page, bool isData) : Stream
{
    private static readonly SearchValues<byte> s_inData = SearchValues.Create("<>-\n"u8);
    private static readonly SearchValues<byte> s_inText = SearchValues.Create("<>&\"'\n"u8);

    private byte _last;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush() => _last = 0;

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            int at = buffer.IndexOfAny(isData ? s_inData : s_inText);
            ReadOnlySpan<byte> plain = at < 0 ? buffer : buffer[..at];
            page.Write(plain);
            _last = plain.IsEmpty ? _last : plain[^1];
            if (at < 0)
            {
                return;
            }

            page.Write(isData ? InData(buffer[at]) : InText(buffer[at]));
            _last = buffer[at];
            buffer = buffer[(at + 1)..];
        }
    }

    // These occur only within strings, except for a single minus sign, and the line break after the object, which is
    // left out.
    private ReadOnlySpan<byte> InData(byte value) => value switch
    {
        (byte)'<' => "\\u003c"u8,
        (byte)'>' => "\\u003e"u8,
        (byte)'-' when _last == '-' => "\\u002d"u8,
        (byte)'-' => "-"u8,
        _ => [],
    };

    private static ReadOnlySpan<byte> InText(byte value) => value switch
    {
        (byte)'<' => "&lt;"u8,
        (byte)'>' => "&gt;"u8,
        (byte)'&' => "&amp;"u8,
        (byte)'"' => "&quot;"u8,
        (byte)'\'' => "&#39;"u8,
        _ => "<br/>"u8,
    };
}
