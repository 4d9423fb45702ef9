using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.Documents;

/// <summary>Validates document names, which are the keys of their objects.</summary>
/// <remarks>
/// An invalid name is refused rather than corrected, except for its Unicode form: some systems send "é" as two
/// characters and some as one, and both mean the same document.
/// </remarks>
internal static class DocumentName
{
    /// <summary>The maximum length of a name in bytes of UTF-8, which most file systems support.</summary>
    public const int BytesMax = 255;

    // Characters that separate folders or are not allowed in file names on some system.
    private const string Forbidden = "/\\:*?\"<>|";

    private static readonly SearchValues<char> s_forbidden = SearchValues.Create(Forbidden);

    /// <summary>Validates a name that a client sent.</summary>
    /// <param name="given">The name as received.</param>
    /// <param name="name">The name in Unicode's composed form (NFC), or an empty string if it is refused.</param>
    /// <returns>The reason for the refusal, or null if the name is valid.</returns>
    public static Refusal? Read(string? given, out string name)
    {
        name = "";
        if (string.IsNullOrEmpty(given))
        {
            return Refuse("is missing");
        }

        // Checked before any processing: every character takes at least one byte.
        if (given.Length > BytesMax * 2)
        {
            return Refuse($"has more than {BytesMax} bytes of UTF-8");
        }

        if (given.EnumerateRunes().Any(IsUnseen))
        {
            return Refuse("holds a character that is not seen, or is none");
        }

        string composed = given.Normalize(NormalizationForm.FormC);
        if (Encoding.UTF8.GetByteCount(composed) > BytesMax)
        {
            return Refuse($"has more than {BytesMax} bytes of UTF-8");
        }

        if (composed.AsSpan().ContainsAny(s_forbidden))
        {
            return Refuse($"holds one of {Forbidden}");
        }

        if (composed[0] is '.' or ' ' || composed[^1] is '.' or ' ')
        {
            return Refuse("begins or ends with a point or a blank");
        }

        name = composed;
        return null;
    }

    // Unpaired surrogates arrive as U+FFFD. Format characters can reverse the text direction, which hides extensions.
    private static bool IsUnseen(Rune rune) => rune == Rune.ReplacementChar || Rune.GetUnicodeCategory(rune)
        is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.PrivateUse
        or UnicodeCategory.OtherNotAssigned or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;

    private static Refusal Refuse(string why) =>
        new(StatusCodes.Status400BadRequest, $"The name of the document {why}.");
}
