using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>
/// Parses JSON whose strings may contain raw bytes: invalid UTF-8 and control characters. Other finders write such
/// strings; a standard-compliant JSON reader rejects them or alters the name.
/// </summary>
internal sealed class LooseJson
{
    /// <summary>The maximum length of a token in bytes.</summary>
    private const int TokenBytesMax = 4 * 1024 * 1024;

    private const int DepthMax = 64;

    private static readonly SearchValues<byte> s_quoteOrBackslash = SearchValues.Create("\"\\"u8);
    private static readonly SearchValues<byte> s_scalarBytes =
        SearchValues.Create("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    private readonly ByteSource _source;
    private byte[] _value = new byte[512];
    private int _length;

    public LooseJson(ByteSource source)
    {
        _source = source;
        _source.Narrow(TokenBytesMax);
    }

    /// <summary>Gets the line of what comes next, starting at 1.</summary>
    public long Line => _source.Line + 1;

    /// <summary>Gets the last string or scalar read. Valid until the next one.</summary>
    public ReadOnlySpan<byte> Value => _value.AsSpan(0, _length);

    /// <summary>
    /// Gets whether <see cref="Value"/> is the decoded string. If not, the string contains half a surrogate pair, and
    /// <see cref="Value"/> is the string as written.
    /// </summary>
    public bool IsExact { get; private set; }

    /// <summary>Gets whether the string was written entirely in printable ASCII (or DEL).</summary>
    public bool IsAscii { get; private set; }

    /// <summary>Returns the next byte that is not white space without taking it, or 0 at the end.</summary>
    public byte Peek()
    {
        while (true)
        {
            ReadOnlySpan<byte> unread = _source.Unread;
            int white = unread.IndexOfAnyExcept(" \t\r\n"u8);
            int count = white < 0 ? unread.Length : white;
            _source.CountLines(unread[..count].Count((byte)'\n'));
            _source.Take(count);
            if (white >= 0)
            {
                return unread[white] == 0 ? throw Wrong("is not valid JSON") : unread[white];
            }

            if (!_source.Fetch())
            {
                return 0;
            }
        }
    }

    public bool TryTake(char mark)
    {
        if (Peek() != mark)
        {
            return false;
        }

        _source.Take(1);
        return true;
    }

    /// <summary>Takes a character that must come next.</summary>
    public void Take(char mark)
    {
        if (!TryTake(mark))
        {
            throw Peek() == 0 ? CutOff() : Wrong($"is not valid JSON: '{mark}' is missing");
        }
    }

    /// <summary>
    /// Advances to the next field of an object whose opening brace was taken. The field's name becomes the value.
    /// </summary>
    /// <returns>False after the end of the object, which is taken.</returns>
    public bool TryNextField(ref bool first)
    {
        if (!TryNext('}', ref first))
        {
            return false;
        }

        ReadString("a field's name");
        Take(':');
        return true;
    }

    /// <summary>Advances to the next value of an array or object whose opening bracket was taken.</summary>
    /// <returns>False after its end, which is taken.</returns>
    public bool TryNext(char end, ref bool first)
    {
        bool wasFirst = first;
        first = false;
        if (TryTake(end))
        {
            return false;
        }

        if (!wasFirst)
        {
            Take(',');
        }

        return true;
    }

    public void ReadString(string what)
    {
        if (Peek() != '"')
        {
            throw Peek() == 0 ? CutOff() : Wrong($"{what} is not a string");
        }

        int end = FindQuote();
        ReadOnlySpan<byte> written = _source.Unread[1..end];
        Reserve(written.Length);
        IsAscii = written.IndexOfAnyExceptInRange((byte)' ', (byte)0x7F) < 0;
        if (!written.Contains((byte)'\\'))
        {
            written.CopyTo(_value);
            _length = written.Length;
            IsExact = true;
        }
        else
        {
            Unescape(written);
        }

        _source.CountLines(written.Count((byte)'\n'));
        _source.Take(end + 1);
    }

    /// <summary>
    /// Reads a string whose writer escaped nothing, so that it may contain quotes. It ends at the quote after which the
    /// next field starts or the object ends. <see cref="Value"/> is the string as written.
    /// </summary>
    public void ReadUnescaped(string what)
    {
        if (Peek() != '"')
        {
            throw Peek() == 0 ? CutOff() : Wrong($"{what} is not a string");
        }

        int end = 1;
        while (ByteAt(end) != '"' || !IsEndOfField(end))
        {
            end++;
        }

        ReadOnlySpan<byte> written = _source.Unread[1..end];
        Reserve(written.Length);
        written.CopyTo(_value);
        _length = written.Length;
        _source.CountLines(written.Count((byte)'\n'));
        _source.Take(end + 1);
    }

    /// <summary>Reads a number, true, false or null as written.</summary>
    public void ReadScalar(string what)
    {
        Peek();
        int length;
        while ((length = _source.Unread.IndexOfAnyExcept(s_scalarBytes)) < 0 && _source.Fetch())
        {
        }

        length = length < 0 ? _source.Unread.Length : length;
        if (length == 0)
        {
            throw Peek() == 0 ? CutOff() : Wrong($"{what} is neither a number nor true or false");
        }

        Reserve(length);
        _source.Unread[..length].CopyTo(_value);
        _length = length;
        _source.Take(length);
    }

    /// <summary>Reads a non-negative integer.</summary>
    public ulong ReadWhole(string what)
    {
        ReadScalar(what);
        return ulong.TryParse(Value, NumberStyles.None, CultureInfo.InvariantCulture, out ulong number)
            ? number
            : throw Wrong($"{what} is not a whole number from 0");
    }

    /// <summary>Reads a non-negative integer that is a number of bytes.</summary>
    public long ReadSize(string what)
    {
        ulong size = ReadWhole(what);
        return size <= long.MaxValue ? (long)size : throw Wrong($"{what} is larger than a file can be");
    }

    public bool ReadBoolean(string what)
    {
        ReadScalar(what);
        bool isTrue = Value.SequenceEqual("true"u8);
        return isTrue || Value.SequenceEqual("false"u8) ? isTrue : throw Wrong($"{what} is neither true nor false");
    }

    public void SkipValue() => SkipValue(DepthMax);

    public ReportFormatException Wrong(string what) => new(Line, what);

    /// <summary>Throws if the current field has occurred before.</summary>
    public void Once(bool seen)
    {
        if (seen)
        {
            throw Wrong($"has the field {Encoding.UTF8.GetString(Value)} twice");
        }
    }

    private void SkipValue(int depth)
    {
        if (depth == 0)
        {
            throw Wrong($"is nested more than {DepthMax} deep");
        }

        bool first = true;
        switch (Peek())
        {
            case (byte)'"':
                ReadString("a value");
                break;
            case (byte)'{':
                Take('{');
                while (TryNextField(ref first))
                {
                    SkipValue(depth - 1);
                }

                break;
            case (byte)'[':
                Take('[');
                while (TryNext(']', ref first))
                {
                    SkipValue(depth - 1);
                }

                break;
            default:
                ReadScalar("a value");
                break;
        }
    }

    /// <summary>Returns the position in the unread bytes of the quote that ends the string at their start.</summary>
    private int FindQuote()
    {
        int at = 1;
        while (true)
        {
            int found = at < _source.Unread.Length ? _source.Unread[at..].IndexOfAny(s_quoteOrBackslash) : -1;
            if (found >= 0 && _source.Unread[at + found] == '"')
            {
                return at + found;
            }

            // Skips a backslash together with the byte after it, which may not have arrived yet.
            at = found >= 0 ? at + found + 2 : Math.Max(at, _source.Unread.Length);
            if (at >= _source.Unread.Length && !_source.Fetch())
            {
                throw CutOff();
            }
        }
    }

    /// <summary>
    /// Returns whether a quote ends a value: it is followed by a comma and a quote, or by the end of the object.
    /// </summary>
    private bool IsEndOfField(int quote)
    {
        int at = SkipWhite(quote + 1);
        return ByteAt(at) == '}' || (ByteAt(at) == ',' && ByteAt(SkipWhite(at + 1)) == '"');
    }

    private int SkipWhite(int at)
    {
        while (ByteAt(at) is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
        {
            at++;
        }

        return at;
    }

    /// <summary>Returns the unread byte at an index, fetching it if necessary.</summary>
    private byte ByteAt(int index)
    {
        while (index >= _source.Unread.Length)
        {
            if (!_source.Fetch())
            {
                throw CutOff();
            }
        }

        return _source.Unread[index];
    }

    private void Unescape(ReadOnlySpan<byte> written)
    {
        int to = 0;
        IsExact = true;
        int from = 0;
        while (from < written.Length)
        {
            if (written[from] != '\\')
            {
                _value[to++] = written[from++];
                continue;
            }

            // The byte after a backslash is part of the string; otherwise the string would not have ended where it did.
            byte kind = written[from + 1];
            from += 2;
            if (kind == 'u')
            {
                to += UnescapeRune(written, ref from, _value.AsSpan(to));
            }
            else
            {
                _value[to++] = kind switch
                {
                    (byte)'"' or (byte)'\\' or (byte)'/' => kind,
                    (byte)'b' => (byte)'\b',
                    (byte)'f' => (byte)'\f',
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    (byte)'t' => (byte)'\t',
                    _ => throw Wrong("holds a string with an escape that JSON does not have"),
                };
            }
        }

        _length = to;
        if (!IsExact)
        {
            written.CopyTo(_value);
            _length = written.Length;
        }
    }

    /// <summary>Decodes the character whose four digits come next, with its second half if there is one.</summary>
    private int UnescapeRune(ReadOnlySpan<byte> written, ref int from, Span<byte> to)
    {
        char unit = ReadUnit(written[from..]);
        from += 4;
        if (Rune.TryCreate(unit, out Rune rune))
        {
            return rune.EncodeToUtf8(to);
        }

        if (char.IsHighSurrogate(unit) && written[from..].StartsWith("\\u"u8)
            && Rune.TryCreate(unit, ReadUnit(written[(from + 2)..]), out rune))
        {
            from += 6;
            return rune.EncodeToUtf8(to);
        }

        IsExact = false;
        return 0;
    }

    private char ReadUnit(ReadOnlySpan<byte> digits) =>
        digits.Length >= 4 && ushort.TryParse(
            digits[..4], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort unit)
            ? (char)unit
            : throw Wrong("holds a string with an escape that JSON does not have");

    private void Reserve(int bytes)
    {
        if (_value.Length < bytes)
        {
            _value = new byte[bytes * 2];
        }
    }

    private ReportFormatException CutOff() => Wrong("the report is cut off");
}
