using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>Counts the columns that text takes on a terminal.</summary>
public static class TextColumns
{
    // The ranges of wide and full-width characters, and of emoji that terminals show in two columns. In order.
    private static readonly (int First, int Last)[] s_wide =
    [
        (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
        (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
        (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
        (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
        (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
        (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E),
        (0x3041, 0x4DBF), (0x4E00, 0xA4CF), (0xA960, 0xA97F), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19),
        (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x18DFF), (0x1AFF0, 0x1B2FF),
        (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F64F),
        (0x1F680, 0x1F6FF), (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F9FF), (0x1FA70, 0x1FAFF), (0x20000, 0x3FFFD),
    ];

    /// <summary>Returns the number of columns of a text without control characters.</summary>
    public static int Of(ReadOnlySpan<char> text)
    {
        if (Ascii.IsValid(text))
        {
            return text.Length;
        }

        int columns = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            columns += Of(rune);
        }

        return columns;
    }

    /// <summary>Returns the number of columns of a character: 2 if it is wide, 0 if it is drawn onto another.</summary>
    public static int Of(Rune rune)
    {
        if (rune.Value < 0x300)
        {
            return 1;
        }

        // U+FE0F asks for the emoji form of the character before it, which some terminals show in two columns.
        if (rune.Value == 0xFE0F)
        {
            return 1;
        }

        return Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark
            ? 0
            : ColumnsOfBase(rune.Value);
    }

    private static int ColumnsOfBase(int value)
    {
        int low = 0;
        int high = s_wide.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            (int first, int last) = s_wide[middle];
            if (value >= first && value <= last)
            {
                return 2;
            }

            (low, high) = value < first ? (low, middle - 1) : (middle + 1, high);
        }

        return 1;
    }
}
