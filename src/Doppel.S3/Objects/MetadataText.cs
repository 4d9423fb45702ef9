using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Encodes and decodes user-defined metadata in headers (<c>x-amz-meta-</c>). Names are ASCII. Values are sent as
/// ASCII, with everything else as encoded words (RFC 2047).
/// </summary>
/// <remarks>Thread-safe. Decoding restores every text that can be represented in UTF-8.</remarks>
public static class MetadataText
{
    /// <summary>The prefix of user-defined names.</summary>
    public const string Prefix = "x-amz-meta-";

    private const string WordStart = "=?UTF-8?B?";
    private const string WordEnd = "?=";

    // A word may have at most 75 characters; the base64 of 45 bytes has 60.
    private const int WordBytesMax = 45;
    private const int WordCharsMax = 75;

    private static readonly SearchValues<char> s_nameCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~");

    /// <summary>Returns whether a name is valid after <see cref="Prefix"/>.</summary>
    /// <param name="name">The name without the prefix.</param>
    /// <returns>True if the name is valid.</returns>
    public static bool IsName(ReadOnlySpan<char> name) => !name.IsEmpty && !name.ContainsAnyExcept(s_nameCharacters);

    /// <summary>Encodes a value for a header.</summary>
    /// <param name="value">Any text.</param>
    /// <returns>
    /// The same string if it can be sent unchanged; otherwise encoded words, separated by blanks.
    /// </returns>
    /// <exception cref="ArgumentException">The value contains an unpaired surrogate.</exception>
    public static string Encode(string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (IsPlain(value))
        {
            return value;
        }

        var text = new Utf8Builder(stackalloc byte[512]);
        AppendWords(value, ref text);
        string encoded = Encoding.ASCII.GetString(text.AsSpan());
        text.Dispose();
        return encoded;
    }

    /// <summary>Decodes a value from a header.</summary>
    /// <param name="value">
    /// The value that a server sent. Anything that is not a supported encoded word is left unchanged.
    /// </param>
    /// <returns>The decoded text, or the same string if it contains no encoded words.</returns>
    public static string Decode(string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.Contains("=?", StringComparison.Ordinal))
        {
            return value;
        }

        var text = new Utf8Builder(stackalloc byte[512]);
        AppendDecoded(value, ref text);
        string decoded = text.ToString();
        text.Dispose();
        return decoded;
    }

    // Surrounding blanks are lost in transit, runs of blanks may be, and text that looks like a word would be decoded.
    private static bool IsPlain(ReadOnlySpan<char> value) =>
        !value.ContainsAnyExceptInRange(' ', '~') && value is not ([' ', ..] or [.., ' '])
        && !value.Contains("=?", StringComparison.Ordinal) && !value.Contains("  ", StringComparison.Ordinal);

    private static void AppendWords(ReadOnlySpan<char> value, ref Utf8Builder destination)
    {
        Span<byte> utf8 = stackalloc byte[WordBytesMax];
        int at = 0;
        while (at < value.Length)
        {
            int count = 0;
            while (at < value.Length)
            {
                if (Rune.DecodeFromUtf16(value.Slice(at), out Rune rune, out int consumed) != OperationStatus.Done)
                {
                    throw new ArgumentException(
                        $"The value has half a surrogate pair at {at}. It has no UTF-8, so it cannot be sent.");
                }

                // A character is never split between two words.
                if (count + rune.Utf8SequenceLength > WordBytesMax)
                {
                    break;
                }

                count += rune.EncodeToUtf8(utf8.Slice(count));
                at += consumed;
            }

            destination.Append(destination.Length > 0 ? " " : "");
            destination.Append(WordStart);
            Base64.EncodeToUtf8(utf8.Slice(0, count), destination.GetSpan(WordCharsMax), out _, out int written);
            destination.Advance(written);
            destination.Append(WordEnd);
        }
    }

    private static void AppendDecoded(ReadOnlySpan<char> value, ref Utf8Builder destination)
    {
        var word = new Utf8Builder(stackalloc byte[256]);
        bool afterWord = false;
        while (!value.IsEmpty)
        {
            int start = value.IndexOfAnyExcept(' ', '\t');
            start = start < 0 ? value.Length : start;
            int length = value.Slice(start).IndexOfAny(' ', '\t');
            ReadOnlySpan<char> piece = length < 0 ? value.Slice(start) : value.Slice(start, length);

            word.Clear();
            bool isWord = EncodedWord.TryAppend(piece, ref word);
            // Blanks between two words only separate them and are not part of the text.
            destination.Append(isWord && afterWord ? default : value.Slice(0, start));
            if (isWord)
            {
                destination.Append(word.AsSpan());
            }
            else
            {
                destination.Append(piece);
            }

            afterWord = isWord;
            value = value.Slice(start + piece.Length);
        }

        word.Dispose();
    }
}
