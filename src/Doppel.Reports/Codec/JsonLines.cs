using System.Text.Json;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Reads lines, each of which is a JSON object with a type.</summary>
/// <param name="source">The lines.</param>
/// <param name="isHtml">Whether the objects are within the lines of an HTML page.</param>
internal sealed class JsonLines(ByteSource source, bool isHtml = false)
{
    private readonly JsonScratch _scratch = new();
    private bool _whole;

    /// <summary>Gets the number of the last line read, starting at 1.</summary>
    public long Line => source.Line;

    /// <summary>Reads the object on the next line.</summary>
    /// <param name="codec">
    /// Reads the object by its <see cref="JsonItem.Type"/>, or leaves one of an unknown type alone and returns null.
    /// </param>
    /// <param name="item">What the codec returned.</param>
    /// <returns>False if there is no further line.</returns>
    /// <exception cref="ReportFormatException">The line is not valid, or violates a rule of its type.</exception>
    public bool TryRead(JsonCodec<object?> codec, out object? item)
    {
        item = null;
        if (!TryTake(out ReadOnlySpan<byte> line))
        {
            return false;
        }

        if (!Utf8.IsValid(line))
        {
            throw new ReportFormatException(Line, "is not valid UTF-8");
        }

        try
        {
            var json = new JsonItem(_scratch, line, Line);
            item = codec(ref json, null);
            json.EndLine();
            return true;
        }
        catch (JsonException failure)
        {
            string where = _whole ? $"is not valid JSON at byte {failure.BytePositionInLine + 1}" : "is cut off";
            throw new ReportFormatException(Line, where, failure);
        }
    }

    private bool TryTake(out ReadOnlySpan<byte> line)
    {
        if (!isHtml)
        {
            return source.TryTakeLine((byte)'\n', out line, out _whole);
        }

        _whole = true;
        return HtmlLines.TryTakeData(source, out line);
    }
}

/// <summary>Writes lines, each of which is a JSON object.</summary>
internal sealed class JsonLinesWriter(Utf8Output output, JsonEscapes escapes)
{
    private readonly JsonText _text = new(output, escapes);
    private readonly JsonScratch _scratch = new();

    public void Write<T>(JsonCodec<T> codec, T item)
    {
        var json = new JsonItem(_scratch, _text);
        codec(ref json, item);
        output.Write((byte)'\n');
    }
}
