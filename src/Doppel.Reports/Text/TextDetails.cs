using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>
/// The size and modification time before a name in text, shared by writer and parser so that they cannot diverge.
/// </summary>
/// <remarks>
/// Both have a fixed width. Because a name can look like them, a heading announces them, and the parser skips them only
/// after it.
/// </remarks>
internal static class TextDetails
{
    private const int SizeBytes = 10;
    private const int TimeBytes = 16;
    private const int NameAt = SizeBytes + 2 + TimeBytes + 2;

    // One day from the first and the last time that DateTime can represent, so that every time zone stays in range.
    private const long SecondsMin = -62_135_596_800 + 86_400;
    private const long SecondsMax = 253_402_300_800 - 86_400;

    private static ReadOnlySpan<byte> Saved => "saved"u8;

    /// <summary>Gets the heading, which precedes the first name with details.</summary>
    public static ReadOnlySpan<byte> Head => "          Size  Modified          Name"u8;

    /// <summary>Writes the details of a name.</summary>
    /// <param name="output">The output.</param>
    /// <param name="size">The size in bytes; negative if it is unknown.</param>
    /// <param name="modified">The modification time, or null if it is unknown.</param>
    /// <param name="zone">The time zone to show it in.</param>
    public static void Write(Utf8Output output, long size, ReportTime? modified, TimeZoneInfo zone)
    {
        Span<byte> line = stackalloc byte[NameAt];
        line.Fill((byte)' ');
        Span<byte> text = stackalloc byte[2 * SizeBytes];
        int length = FormatSize(size, text);
        text[..length].CopyTo(line[(SizeBytes - length)..]);
        WriteTime(line, modified, zone);
        output.Write(line);
    }

    /// <summary>Writes the space of details that are unknown.</summary>
    public static void WriteBlank(Utf8Output output)
    {
        Span<byte> line = stackalloc byte[NameAt];
        line.Fill((byte)' ');
        output.Write(line);
    }

    /// <summary>Writes when a volume was saved, in place of the details of a name.</summary>
    public static void WriteSaved(Utf8Output output, ReportSavedVolume saved, TimeZoneInfo zone)
    {
        output.Write(TextLines.FirstName);
        Span<byte> line = stackalloc byte[NameAt];
        line.Fill((byte)' ');
        Saved.CopyTo(line[(SizeBytes - Saved.Length)..]);
        WriteTime(line, saved.Made, zone);
        output.Write(line);
        output.Write(Encoding.UTF8.GetBytes(saved.Address));
        output.Write((byte)'\n');
    }

    /// <summary>Returns whether a line says when a volume was saved.</summary>
    public static bool IsSaved(ReadOnlySpan<byte> line) =>
        line.StartsWith(TextLines.FirstName) && TrySkip(line[TextLines.FirstName.Length..], out ReadOnlySpan<byte> name)
        && line[..(TextLines.FirstName.Length + SizeBytes)].EndsWith(Saved) && ReportSavedVolume.Holds(name);

    /// <summary>Returns the name after the details; false if the text does not start with details.</summary>
    public static bool TrySkip(ReadOnlySpan<byte> text, out ReadOnlySpan<byte> name)
    {
        bool fits = text.Length > NameAt && text.Slice(SizeBytes, 2).SequenceEqual("  "u8)
            && text.Slice(NameAt - 2, 2).SequenceEqual("  "u8);
        name = fits ? text[NameAt..] : default;
        return fits;
    }

    private static void WriteTime(Span<byte> line, ReportTime? time, TimeZoneInfo zone)
    {
        if (time is { Seconds: >= SecondsMin and < SecondsMax } known)
        {
            DateTime utc = DateTime.UnixEpoch.AddSeconds(known.Seconds);
            TimeZoneInfo.ConvertTimeFromUtc(utc, zone).TryFormat(
                line[(SizeBytes + 2)..], out _, "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        }
        else
        {
            line[SizeBytes + 2] = (byte)'-';
        }
    }

    private static int FormatSize(long size, Span<byte> text)
    {
        if (size < 0)
        {
            text[0] = (byte)'-';
            return 1;
        }

        int length;
        if (size < 1024)
        {
            Utf8.TryWrite(text, CultureInfo.InvariantCulture, $"{size} B", out length);
            return length;
        }

        (ulong tenths, string unit) = TextLines.Scaled(size);
        Utf8.TryWrite(text, CultureInfo.InvariantCulture, $"{tenths / 10}.{tenths % 10} {unit}", out length);
        return length;
    }
}
