using System.Buffers;
using System.Text;

namespace Doppel.Reports;

/// <summary>Identifies characters in names that could deceive a person or a terminal.</summary>
internal static class NameHazards
{
    // Every hazardous character starts with one of these bytes; all other bytes pass without being decoded. Beyond
    // ASCII: C2 (C1 controls, soft hyphen), CD (grapheme joiner), D8 (Arabic letter mark), E1 (Hangul fillers,
    // Mongolian vowel separator), E2 (zero width, bidi, separators), E3 (Hangul filler), EF (BOM, half-width filler,
    // annotations), F3 (tags).
    private static readonly SearchValues<byte> s_leads = SearchValues.Create(
    [
        0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
        0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F,
        (byte)'"', (byte)'\\', 0x7F, 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF3,
    ]);

    /// <summary>
    /// Returns the index of the first byte that is a quote or a backslash or may start a hazardous character; -1 if
    /// there is none.
    /// </summary>
    public static int IndexOfLead(ReadOnlySpan<byte> text) => text.IndexOfAny(s_leads);

    /// <summary>Returns whether a character is C0, DEL, C1, or a line or paragraph separator.</summary>
    public static bool IsControl(Rune rune) => rune.Value is < 0x20 or (>= 0x7F and < 0xA0) or 0x2028 or 0x2029;

    /// <summary>Returns whether a character changes the text direction or is invisible.</summary>
    public static bool IsDeceptive(Rune rune) => rune.Value is
        0x00AD or 0x034F or 0x061C or 0x115F or 0x1160 or 0x180E or 0x3164 or 0xFEFF or 0xFFA0
        or (>= 0x200B and <= 0x200F) or (>= 0x202A and <= 0x202E) or (>= 0x2060 and <= 0x206F)
        or (>= 0xFFF9 and <= 0xFFFB) or (>= 0xE0000 and <= 0xE007F);

    /// <summary>
    /// Returns whether a name is displayed exactly as it is: valid UTF-8 without any hazardous character.
    /// </summary>
    public static bool IsPlain(ReadOnlySpan<byte> name)
    {
        while (!name.IsEmpty)
        {
            OperationStatus status = Rune.DecodeFromUtf8(name, out Rune rune, out int length);
            if (status != OperationStatus.Done || IsControl(rune) || IsDeceptive(rune))
            {
                return false;
            }

            name = name[length..];
        }

        return true;
    }
}
