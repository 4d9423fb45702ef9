using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <content>Fields and values of each kind.</content>
/// <remarks>
/// What a message calls a value is the name of its field, unless <c>shown</c> says otherwise. Values stand in arrays.
/// </remarks>
internal ref partial struct JsonItem
{
    /// <summary>Reads or writes a number, which must be at least <paramref name="min"/> when read.</summary>
    public long Long(
        ReadOnlySpan<byte> name, long value, bool? when = null, long min = 0, string? shown = null)
    {
        if (Is(name, when))
        {
            value = LongValue(value, min, shown);
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes an index of which more than <see cref="int.MaxValue"/> cannot exist.</summary>
    public int Index(ReadOnlySpan<byte> name, int value, bool? when = null)
    {
        if (Is(name, when))
        {
            value = IndexValue(value);
            Done();
        }

        return value;
    }

    public uint UInt(ReadOnlySpan<byte> name, uint value)
    {
        if (Is(name, when: null))
        {
            value = _text is not null ? Write(value) : ReadUInt();
            Done();
        }

        return value;
    }

    public double Double(ReadOnlySpan<byte> name, double value)
    {
        if (Is(name, when: null))
        {
            value = _text is not null ? Write(value) : ReadDouble();
            Done();
        }

        return value;
    }

    public bool Bool(ReadOnlySpan<byte> name, bool value, bool? when = null)
    {
        if (Is(name, when))
        {
            value = BoolValue(value);
            Done();
        }

        return value;
    }

    [return: NotNullIfNotNull(nameof(value))]
    public string? Text(ReadOnlySpan<byte> name, string? value, bool? when = null)
    {
        if (Is(name, when))
        {
            value = TextValue(value);
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes a number as a string, because many readers of JSON know no more than 53 bits.</summary>
    public ulong Identity(ReadOnlySpan<byte> name, ulong value)
    {
        if (Is(name, when: null))
        {
            value = _text is not null ? WriteQuoted(value) : ReadIdentity();
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes permission bits as four octal digits.</summary>
    public uint Mode(ReadOnlySpan<byte> name, uint value)
    {
        if (Is(name, when: null))
        {
            if (_text is not null)
            {
                _output!.Write((byte)'"');
                OctalMode.Write(_output!, value);
                _output!.Write((byte)'"');
            }
            else if (!OctalMode.TryParse(ReadText(null), out value))
            {
                throw Wrong(null, "four octal digits in a string");
            }

            Done();
        }

        return value;
    }

    public ReportTime Time(ReadOnlySpan<byte> name, ReportTime value)
    {
        if (Is(name, when: null))
        {
            if (_text is not null)
            {
                _output!.Write((byte)'"');
                _output!.Write(value);
                _output!.Write((byte)'"');
            }
            else if (!ReportTimes.TryParse(ReadText(null), out value))
            {
                throw Wrong(null, "a time as RFC 3339 or seconds since 1970");
            }

            Done();
        }

        return value;
    }

    public ReportName Name(ReadOnlySpan<byte> name, ReportName value, bool? when = null, string? shown = null)
    {
        if (Is(name, when))
        {
            value = NameValue(value, shown);
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes a proof. A proof that may be missing is null if it is.</summary>
    public Proof? Proof(ReadOnlySpan<byte> name, Proof? value, bool? when = null)
    {
        if (Is(name, when))
        {
            value = ProofWords.TryParse(WordValue(ProofWords.Of(value.GetValueOrDefault())), out Proof read)
                ? read
                : throw Wrong(null, ProofWords.Listed);
            Done();
        }

        return value;
    }

    /// <summary>Reads or writes a digest, which may be missing.</summary>
    public Digest128? Digest(ReadOnlySpan<byte> name, Digest128? value)
    {
        if (Is(name, when: value is not null))
        {
            if (_text is not null)
            {
                Digest128 digest = value.GetValueOrDefault();
                _output!.Write((byte)'"');
                _output!.Write(digest);
                _output!.Write((byte)'"');
            }
            else
            {
                value = HexDigests.TryParse(ReadText(null), out Digest128 read)
                    ? read
                    : throw Wrong(null, "32 hex digits in a string");
            }

            Done();
        }

        return value;
    }

    public long LongValue(long value, long min = 0, string? shown = null)
    {
        if (_text is not null)
        {
            return Write(value);
        }

        return _reader.TokenType == JsonTokenType.Number && _reader.TryGetInt64(out long read) && read >= min
            ? read
            : throw Wrong(shown, $"a whole number from {min}");
    }

    private uint ReadUInt() => _reader.TokenType == JsonTokenType.Number && _reader.TryGetUInt32(out uint read)
        ? read
        : throw Wrong(null, "a whole number from 0 to 4294967295");

    private double ReadDouble() =>
        _reader.TokenType == JsonTokenType.Number && _reader.TryGetDouble(out double read) && double.IsFinite(read)
            ? read
            : throw Wrong(null, "a number");

    private ulong ReadIdentity() =>
        ulong.TryParse(ReadText(null), NumberStyles.None, CultureInfo.InvariantCulture, out ulong read)
            ? read
            : throw Wrong(null, "a decimal number in a string");

    public int IndexValue(int value, long min = -1) => (int)Math.Min(LongValue(value, min), int.MaxValue);

    public bool BoolValue(bool value)
    {
        if (_text is not null)
        {
            _output!.Write(value ? "true"u8 : "false"u8);
            return value;
        }

        return _reader.TokenType switch
        {
            JsonTokenType.True => true,
            JsonTokenType.False => false,
            _ => throw Wrong(null, "true or false"),
        };
    }

    /// <summary>Reads or writes a word, which needs no escapes. What was read is valid until the next call.</summary>
    public ReadOnlySpan<byte> WordValue(ReadOnlySpan<byte> word)
    {
        if (_text is null)
        {
            return ReadText(null);
        }

        _output!.Write((byte)'"');
        _output!.Write(word);
        _output!.Write((byte)'"');
        return word;
    }

    public string TextValue(string? value, string? shown = null)
    {
        if (_text is null)
        {
            return Encoding.UTF8.GetString(ReadText(shown));
        }

        _text.WriteString(value!);
        return value!;
    }

    /// <summary>Reads or writes a name: a string, or an object with base64 if its bytes are not UTF-8.</summary>
    public ReportName NameValue(ReportName value, string? shown = null)
    {
        if (_text is null)
        {
            return _scratch.Names.Keep(ReadName(shown));
        }

        _text.WriteName(value.Bytes);
        return value;
    }

    /// <summary>Reads or writes the name of a file, which must have at least one byte and no NUL when read.</summary>
    public ReportName FileValue(ReportName value) =>
        _text is null ? _scratch.Names.KeepFile(ReadName("a name"), _line) : NameValue(value);

    private void Expect(JsonTokenType type, string? shown, string expected)
    {
        if (_reader.TokenType != type)
        {
            throw Wrong(shown, expected);
        }
    }

    // Valid until the next call.
    private ReadOnlySpan<byte> ReadText(string? shown)
    {
        Expect(JsonTokenType.String, shown, "a string");
        if (!_reader.ValueIsEscaped)
        {
            return _reader.ValueSpan;
        }

        byte[] text = _scratch.Room(_reader.ValueSpan.Length);
        try
        {
            return text.AsSpan(0, _reader.CopyString(text));
        }
        catch (InvalidOperationException failure)
        {
            string where = shown ?? Encoding.UTF8.GetString(_field);
            throw Fault($"holds half a surrogate pair in {where}", failure);
        }
    }

    private ReadOnlySpan<byte> ReadName(string? shown)
    {
        if (_reader.TokenType != JsonTokenType.StartObject)
        {
            return ReadText(shown);
        }

        shown ??= Encoding.UTF8.GetString(_field);
        byte[] bytes = [];
        for (Begin("name"); Next();)
        {
            if (Is("base64"u8, when: null))
            {
                bytes = _reader.TokenType == JsonTokenType.String && _reader.TryGetBytesFromBase64(out byte[]? read)
                    ? read
                    : throw Wrong(shown, "a name in base64");
                Done();
            }
        }

        return bytes;
    }

    private readonly T Write<T>(T value)
        where T : IUtf8SpanFormattable
    {
        _output!.Write(value);
        return value;
    }

    private readonly T WriteQuoted<T>(T value)
        where T : IUtf8SpanFormattable
    {
        _output!.WriteQuoted(value);
        return value;
    }
}
