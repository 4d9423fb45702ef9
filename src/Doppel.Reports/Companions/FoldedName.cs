using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>Folds names, so that those that mean the same are equal.</summary>
/// <remarks>
/// Case of ASCII letters does not count, nor whether accents are parts of their letters (NFC, as Linux and Windows
/// mostly have them) or follow them (NFD, as old Macs do). Source: Unicode Standard Annex 15; marks are sorted by their
/// numbers, not by their classes, which is the same for all names that are equal by it.
/// </remarks>
internal static class FoldedName
{
    private const int SyllableFirst = 0xAC00;
    private const int SyllableLast = 0xD7A3;
    private const int LeadFirst = 0x1100;
    private const int VowelFirst = 0x1161;
    private const int TailBefore = 0x11A7;
    private const int TailLast = 0x11FF;
    private const int Vowels = 21;
    private const int Tails = 28;

    // Bytes that are no UTF-8 become characters that no UTF-8 stands for.
    private const int NoCharacter = 0xDC00;

    /// <summary>Folds a name.</summary>
    internal static string Of(ReadOnlySpan<byte> name)
    {
        if (Ascii.IsValid(name))
        {
            return Encoding.ASCII.GetString(name).ToLowerInvariant();
        }

        var folded = new StringBuilder(name.Length);
        while (name.Length > 0)
        {
            bool isUtf8 = Rune.DecodeFromUtf8(name, out Rune rune, out int bytes) == OperationStatus.Done;
            if (isUtf8 && rune.IsBmp)
            {
                Append(folded, (char)rune.Value);
            }
            else if (isUtf8)
            {
                folded.Append(rune.ToString());
            }
            else
            {
                bytes = 1;
                folded.Append((char)(NoCharacter + name[0]));
            }

            name = name[bytes..];
        }

        SortMarks(folded);
        return folded.ToString();
    }

    /// <summary>Returns the number of characters that a folded name had, accents included.</summary>
    internal static int CharactersIn(string folded) => folded.Count(
        static letter => !IsMark(letter) && !char.IsLowSurrogate(letter)
            && letter is not (>= (char)VowelFirst and <= (char)TailLast));

    private static void Append(StringBuilder folded, char letter)
    {
        if (letter is >= (char)SyllableFirst and <= (char)SyllableLast)
        {
            int syllable = letter - SyllableFirst;
            folded.Append((char)(LeadFirst + (syllable / (Vowels * Tails))));
            folded.Append((char)(VowelFirst + (syllable / Tails % Vowels)));
            if (syllable % Tails > 0)
            {
                folded.Append((char)(TailBefore + (syllable % Tails)));
            }
        }
        else if (LetterParts.TryGet(letter, out (char First, char Second) parts))
        {
            Append(folded, parts.First);
            if (parts.Second != 0)
            {
                folded.Append(parts.Second);
            }
        }
        else
        {
            folded.Append(char.IsAscii(letter) ? char.ToLowerInvariant(letter) : letter);
        }
    }

    private static void SortMarks(StringBuilder folded)
    {
        for (int first = 0; first < folded.Length; first++)
        {
            int end = first;
            while (end < folded.Length && IsMark(folded[end]))
            {
                end++;
            }

            if (end - first > 1)
            {
                char[] marks = folded.ToString(first, end - first).ToCharArray();
                Array.Sort(marks);
                folded.Remove(first, marks.Length).Insert(first, marks);
            }

            first = end;
        }
    }

    private static bool IsMark(char letter) => CharUnicodeInfo.GetUnicodeCategory(letter)
        is UnicodeCategory.NonSpacingMark or UnicodeCategory.SpacingCombiningMark or UnicodeCategory.EnclosingMark;
}
