using System.Text.Json;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Reads the tokens of a single JSON value that may be far larger than memory.</summary>
internal sealed class JsonTokens
{
    /// <summary>
    /// The maximum length of a string in bytes. Also limits how often a long string is rescanned while it arrives.
    /// </summary>
    private const int TokenBytesMax = 4 * 1024 * 1024;

    private readonly ByteSource _source;
    private JsonReaderState _state;
    private byte[] _value = new byte[512];
    private int _valueLength;

    public JsonTokens(ByteSource source)
    {
        _source = source;
        _source.Narrow(TokenBytesMax);
    }

    /// <summary>Gets the line of the current token, starting at 1.</summary>
    public long Line => _source.Line + 1;

    public JsonTokenType Type { get; private set; }

    /// <summary>
    /// Gets the text of the token without quotes and escapes. Valid until the next token; may be modified.
    /// </summary>
    public Span<byte> Value => _value.AsSpan(0, _valueLength);

    /// <summary>Advances to the next token. Returns false after the end of the value.</summary>
    public bool Next()
    {
        try
        {
            while (!TryNext())
            {
                if (_source.Ended)
                {
                    return false;
                }

                // At the end of the stream, the window is scanned once more as the final one.
                _source.Fetch();
            }
        }
        catch (JsonException failure)
        {
            throw new ReportFormatException((failure.LineNumber ?? 0) + 1, "is not valid JSON, or is cut off", failure);
        }

        return true;
    }

    /// <summary>Skips the value of the current field.</summary>
    public void SkipValue()
    {
        int depth = 0;
        do
        {
            Next();
            depth += Type switch
            {
                JsonTokenType.StartObject or JsonTokenType.StartArray => 1,
                JsonTokenType.EndObject or JsonTokenType.EndArray => -1,
                _ => 0,
            };
        }
        while (depth > 0);
    }

    /// <summary>Advances to the next token, which must be of the given type.</summary>
    public void Expect(JsonTokenType type, string what)
    {
        if (!Next() || Type != type)
        {
            throw Wrong($"{what} is not {Describe(type)}");
        }
    }

    public ReportFormatException Wrong(string what) => new(Line, what);

    private bool TryNext()
    {
        ReadOnlySpan<byte> unread = _source.Unread;
        var reader = new Utf8JsonReader(unread, _source.Ended, _state);
        bool found = reader.Read();
        int consumed = (int)reader.BytesConsumed;
        _state = reader.CurrentState;
        if (found)
        {
            Type = reader.TokenType;
            Copy(ref reader);
        }

        _source.CountLines(unread[..consumed].Count((byte)'\n'));
        _source.Take(consumed);
        return found;
    }

    private void Copy(ref Utf8JsonReader reader)
    {
        _valueLength = 0;
        if (Type is not (JsonTokenType.String or JsonTokenType.PropertyName or JsonTokenType.Number))
        {
            return;
        }

        if (_value.Length < reader.ValueSpan.Length)
        {
            _value = new byte[reader.ValueSpan.Length * 2];
        }

        if (!Utf8.IsValid(reader.ValueSpan))
        {
            throw Wrong("holds a string that is not valid UTF-8");
        }

        if (!reader.ValueIsEscaped)
        {
            reader.ValueSpan.CopyTo(_value);
            _valueLength = reader.ValueSpan.Length;
            return;
        }

        try
        {
            _valueLength = reader.CopyString(_value);
        }
        catch (InvalidOperationException failure)
        {
            throw new ReportFormatException(Line, "holds a string with half a surrogate pair", failure);
        }
    }

    private static string Describe(JsonTokenType type) => type switch
    {
        JsonTokenType.StartObject => "an object",
        JsonTokenType.StartArray => "an array",
        JsonTokenType.String => "a string",
        JsonTokenType.Number => "a number",
        _ => "what it must be",
    };
}
