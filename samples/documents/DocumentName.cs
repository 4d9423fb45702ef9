using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.Documents;

/// <summary>The rules for names of documents, which are the keys of their objects.</summary>
/// <remarks>
/// A name is refused rather than mended, but for its form of Unicode: some systems send "é" as two characters and some
/// as one, and both mean the same document.
/// </remarks>
internal static class DocumentName
{
    /// <summary>The longest name, in bytes of UTF-8, which most file systems can hold.</summary>
    public const int BytesMax = 255;

    // What leads to another folder somewhere, or cannot stand in a name somewhere.
    private const string Forbidden = "/\\:*?\"<>|";

    private static readonly SearchValues<char> s_forbidden = SearchValues.Create(Forbidden);

    /// <summary>Reads a name that a client gave.</summary>
    /// <param name="given">As it came.</param>
    /// <param name="name">In Unicode's composed form (NFC); empty where it is refused.</param>
    /// <returns>Why it is refused, or null.</returns>
    public static Refusal? Read(string? given, out string name)
    {
        name = "";
        if (string.IsNullOrEmpty(given))
        {
            return Refuse("is missing");
        }

        // Looked at before anything is done with it: each character has a byte at least.
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

    // Half surrogate pairs come as U+FFFD. Format characters turn the direction of writing, which hides extensions.
    private static bool IsUnseen(Rune rune) => rune == Rune.ReplacementChar || Rune.GetUnicodeCategory(rune)
        is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.PrivateUse
        or UnicodeCategory.OtherNotAssigned or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;

    private static Refusal Refuse(string why) =>
        new(StatusCodes.Status400BadRequest, $"The name of the document {why}.");
}
