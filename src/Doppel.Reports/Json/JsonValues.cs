using System.Globalization;
using System.Text;
using System.Text.Json;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Reads single values and reports what is wrong with them.</summary>
internal sealed class JsonValues
{
    private byte[] _scratch = new byte[512];

    /// <summary>Gets or sets the current line, for messages.</summary>
    public long Line { get; set; }

    public long ReadLong(ref Utf8JsonReader reader, string field, long min = 0)
    {
        if (reader.TokenType != JsonTokenType.Number || !reader.TryGetInt64(out long value) || value < min)
        {
            throw Wrong(field, min == 0 ? "a whole number from 0" : $"a whole number from {min}");
        }

        return value;
    }

    public uint ReadUInt(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.Number || !reader.TryGetUInt32(out uint value))
        {
            throw Wrong(field, "a whole number from 0 to 4294967295");
        }

        return value;
    }

    public double ReadDouble(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.Number
            || !reader.TryGetDouble(out double value) || !double.IsFinite(value))
        {
            throw Wrong(field, "a number");
        }

        return value;
    }

    public bool ReadBool(ref Utf8JsonReader reader, string field) => reader.TokenType switch
    {
        JsonTokenType.True => true,
        JsonTokenType.False => false,
        _ => throw Wrong(field, "true or false"),
    };

    /// <summary>Reads the bytes of a string. Valid until the next call.</summary>
    public ReadOnlySpan<byte> ReadText(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.String)
        {
            throw Wrong(field, "a string");
        }

        if (!reader.ValueIsEscaped)
        {
            return reader.ValueSpan;
        }

        if (_scratch.Length < reader.ValueSpan.Length)
        {
            _scratch = new byte[Math.Max(reader.ValueSpan.Length, Math.Min(_scratch.Length * 2L, Array.MaxLength))];
        }

        try
        {
            return _scratch.AsSpan(0, reader.CopyString(_scratch));
        }
        catch (InvalidOperationException failure)
        {
            throw new ReportFormatException(Line, $"holds half a surrogate pair in {field}", failure);
        }
    }

    /// <summary>Returns the name of the current field.</summary>
    public string ReadFieldName(ref Utf8JsonReader reader)
    {
        try
        {
            return reader.GetString() ?? "";
        }
        catch (InvalidOperationException failure)
        {
            throw new ReportFormatException(Line, "holds half a surrogate pair in the name of a field", failure);
        }
    }

    public string ReadString(ref Utf8JsonReader reader, string field) =>
        Encoding.UTF8.GetString(ReadText(ref reader, field));

    /// <summary>Reads a decimal number in a string.</summary>
    public ulong ReadIdentity(ref Utf8JsonReader reader, string field)
    {
        ReadOnlySpan<byte> text = ReadText(ref reader, field);
        return ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong value)
            ? value
            : throw Wrong(field, "a decimal number in a string");
    }

    public ReportTime ReadTime(ref Utf8JsonReader reader, string field) =>
        ReportTimes.TryParse(ReadText(ref reader, field), out ReportTime time)
            ? time
            : throw Wrong(field, "a time as RFC 3339 or seconds since 1970");

    public Proof ReadProof(ref Utf8JsonReader reader) =>
        ProofWords.TryParse(ReadText(ref reader, "proof"), out Proof proof)
            ? proof
            : throw Wrong("proof", "bytes, xxh3-128 or unstated");

    public Digest128 ReadDigest(ref Utf8JsonReader reader) =>
        HexDigests.TryParse(ReadText(ref reader, "digest"), out Digest128 digest)
            ? digest
            : throw Wrong("digest", "32 hex digits in a string");

    /// <summary>Reads the bytes of a name, from a string or from base64. Valid until the next call.</summary>
    public ReadOnlySpan<byte> ReadName(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return ReadText(ref reader, field);
        }

        byte[]? bytes = null;
        var fields = new JsonFields("name", Line);
        while (JsonFields.Next(ref reader))
        {
            if (!fields.Is(ref reader, 0, "base64"u8))
            {
                reader.Skip();
            }
            else if (reader.TokenType != JsonTokenType.String || !reader.TryGetBytesFromBase64(out bytes))
            {
                throw Wrong(field, "a name in base64");
            }
        }

        fields.Require("base64");
        return bytes;
    }

    public void ExpectArray(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw Wrong(field, "an array");
        }
    }

    public void ExpectObject(ref Utf8JsonReader reader, string field)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw Wrong(field, "an object");
        }
    }

    /// <summary>Advances to the next item. Returns false at the end of the array.</summary>
    public static bool NextItem(ref Utf8JsonReader reader) =>
        reader.Read() && reader.TokenType != JsonTokenType.EndArray;

    /// <summary>Returns a field's name for a message.</summary>
    public static string Show(ReadOnlySpan<byte> name) => Encoding.UTF8.GetString(name);

    public ReportFormatException Wrong(string field, string expected) => new(Line, $"{field} is not {expected}");
}
