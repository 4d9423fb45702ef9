using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>Writes the frames of ID3v2.3 and ID3v2.4 for tags.</summary>
/// <param name="version">The major version, 3 or 4.</param>
internal sealed class Id3Writer(int version)
{
    private const byte Latin1 = 0;
    private const byte Utf16 = 1;
    private const byte Utf8 = 3;

    // Frames that version 2.3 does not have.
    private static readonly HashSet<string> s_later = ["TDRL", "TMOO", "TPRO", "TSST"];

    /// <summary>Returns the frames that hold the values of a tag, or null if this version cannot hold them.</summary>
    /// <param name="name">The name of the tag.</param>
    /// <param name="values">The values.</param>
    internal byte[]? Write(string name, string[] values)
    {
        const string Described = "id3:TXXX:";
        const string Owned = "id3:UFID:";
        return name switch
        {
            TagNames.Genre => WriteGenres(values),
            TagNames.Date => WriteDate(values),
            TagNames.OriginalDate when version == 3 => values is [{ Length: 4 }] ? Text("TORY", "", values) : null,
            TagNames.Comment => Remark("COMM", values),
            TagNames.Lyrics => Remark("USLT", values),
            TagNames.Description => Text("TXXX", "description", values),
            _ when name.StartsWith(Described, StringComparison.Ordinal) =>
                Text("TXXX", name[Described.Length..], values),
            _ when name.StartsWith(Owned, StringComparison.Ordinal) && values is [string id] && Ascii.IsValid(id) =>
                Frame("UFID", [.. Encoding.Latin1.GetBytes(name[Owned.Length..]), 0, .. Encoding.ASCII.GetBytes(id)]),
            "id3:PCNT" => Frame("PCNT", Count(TagKinds.Plays(values[0]))),
            _ when Id3Names.FrameOf(name) is { } frame && !(version == 3 && s_later.Contains(frame)) =>
                Text(frame, null, values),
            _ => null,
        };
    }

    /// <summary>Returns the frame of a picture.</summary>
    internal byte[] Picture(MediaPicture picture)
    {
        byte encoding = EncodingOf(picture.Description);
        return Frame(
            "APIC",
            [
                encoding, .. Encoding.Latin1.GetBytes(picture.Type), 0, picture.Kind,
                .. Join(encoding, [picture.Description]), .. encoding == Utf16 ? (byte[])[0, 0] : [0],
                .. picture.Bytes.Span,
            ]);
    }

    /// <summary>Returns a frame.</summary>
    internal byte[] Frame(string id, byte[] content)
    {
        byte[] frame = [.. Encoding.ASCII.GetBytes(id), .. Size(content.Length), 0, 0, .. content];
        return frame;
    }

    /// <summary>Returns a play count, as a number of at least four bytes.</summary>
    internal static byte[] Count(long plays)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(bytes, plays);
        return plays > uint.MaxValue ? bytes : bytes[4..];
    }

    /// <summary>Returns a number with seven bits in each byte.</summary>
    internal static byte[] SyncSafe(int number) =>
    [
        (byte)((number >> 21) & 0x7F), (byte)((number >> 14) & 0x7F), (byte)((number >> 7) & 0x7F),
        (byte)(number & 0x7F),
    ];

    private byte[] Size(int bytes)
    {
        byte[] plain = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(plain, bytes);
        return version == 4 ? SyncSafe(bytes) : plain;
    }

    private byte[]? Text(string id, string? description, string[] values)
    {
        if (values.Length > 1 && version == 3)
        {
            return null;
        }

        string text = string.Join('\0', values);
        byte encoding = EncodingOf(description + text);
        string[] parts = description is null ? [text] : [description, text];
        return Frame(id, [encoding, .. Join(encoding, parts)]);
    }

    // Language, description, text. Some programs show only remarks in English, the language that most programs write.
    private byte[]? Remark(string id, string[] values)
    {
        if (values.Length > 1)
        {
            return null;
        }

        byte encoding = EncodingOf(values[0]);
        return Frame(id, [encoding, .. "eng"u8, .. Join(encoding, ["", values[0]])]);
    }

    // Version 2.3 has numbers in brackets, and one name behind them.
    private byte[]? WriteGenres(string[] values)
    {
        if (version == 4 || values.Length == 1)
        {
            return Text("TCON", null, values);
        }

        ILookup<bool, string> known = values.ToLookup(static value => Id3Genres.Number(value) >= 0);
        return known[false].Count() > 1
            ? null
            : Text("TCON", null, [string.Concat(known[true].Select(static value => string.Create(
                CultureInfo.InvariantCulture, $"({Id3Genres.Number(value)})")).Concat(known[false]))]);
    }

    // Version 2.3 has the year, and the day and the month in a frame of their own.
    private byte[]? WriteDate(string[] values)
    {
        const int YearLetters = 4;
        string value = values[0];
        if (values.Length > 1)
        {
            return null;
        }

        if (version == 4)
        {
            return Text("TDRC", null, values);
        }

        if (value.Length == YearLetters && value.All(char.IsAsciiDigit))
        {
            return Text("TYER", null, [value]);
        }

        return DateOnly.TryParseExact(value, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out _)
            ? [.. Text("TYER", null, [value[..YearLetters]])!, .. Text("TDAT", null, [$"{value[8..]}{value[5..7]}"])!]
            : null;
    }

    private byte EncodingOf(string text)
    {
        byte plain = Ascii.IsValid(text) ? Latin1 : Utf16;
        return version == 4 ? Utf8 : plain;
    }

    private static byte[] Join(byte encoding, string[] parts) => encoding switch
    {
        Utf16 =>
        [
            .. parts.SelectMany(static (part, i) => (byte[])
                [.. i > 0 ? (byte[])[0, 0] : [], 0xFF, 0xFE, .. Encoding.Unicode.GetBytes(part)]),
        ],
        _ => Encoding.UTF8.GetBytes(string.Join('\0', parts)),
    };
}
