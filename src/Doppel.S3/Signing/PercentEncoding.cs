using System.Buffers;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Percent-encodes text as S3 requires: letters, digits and <c>-_.~</c> are unchanged; everything else is written as
/// <c>%XX</c> for each UTF-8 byte.
/// </summary>
/// <remarks>
/// Thread-safe. The encoded text is both sent and signed. A blank becomes <c>%20</c>, never <c>+</c>.
/// </remarks>
public static class PercentEncoding
{
    private const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

    private static readonly SearchValues<char> s_unreserved = SearchValues.Create(Unreserved);
    private static readonly SearchValues<char> s_unreservedAndSlash = SearchValues.Create(Unreserved + "/");

    /// <summary>
    /// Appends an encoded path. <c>/</c> is not encoded. Empty, <c>.</c> and <c>..</c> segments are kept, because S3
    /// allows them in keys.
    /// </summary>
    /// <param name="path">The unencoded path.</param>
    /// <param name="destination">The builder to append to.</param>
    /// <exception cref="ArgumentException">The path contains an unpaired surrogate.</exception>
    public static void AppendPath(scoped ReadOnlySpan<char> path, ref Utf8Builder destination) =>
        Append(path, s_unreservedAndSlash, ref destination);

    /// <summary>Appends an encoded name or value of a query parameter. <c>/</c> is encoded too.</summary>
    /// <param name="value">The unencoded name or value.</param>
    /// <param name="destination">The builder to append to.</param>
    /// <exception cref="ArgumentException">The value contains an unpaired surrogate.</exception>
    public static void AppendValue(scoped ReadOnlySpan<char> value, ref Utf8Builder destination) =>
        Append(value, s_unreserved, ref destination);

    /// <summary>Appends an encoded ASCII value.</summary>
    internal static void AppendAscii(scoped ReadOnlySpan<byte> value, ref Utf8Builder destination)
    {
        foreach (ref readonly byte one in value)
        {
            if (s_unreserved.Contains((char)one))
            {
                destination.AppendByte(one);
            }
            else
            {
                destination.AppendByte((byte)'%');
                destination.AppendHexUpper(new ReadOnlySpan<byte>(in one));
            }
        }
    }

    private static void Append(scoped ReadOnlySpan<char> text, SearchValues<char> kept, ref Utf8Builder destination)
    {
        Span<byte> utf8 = stackalloc byte[4];
        int at = 0;
        while (true)
        {
            int plain = text.Slice(at).IndexOfAnyExcept(kept);
            destination.Append(text.Slice(at, plain < 0 ? text.Length - at : plain));
            if (plain < 0)
            {
                return;
            }

            at += plain;
            if (Rune.DecodeFromUtf16(text.Slice(at), out Rune rune, out int consumed) != OperationStatus.Done)
            {
                SigningErrors.BadSurrogate(at);
            }

            int count = rune.EncodeToUtf8(utf8);
            for (int i = 0; i < count; i++)
            {
                destination.AppendByte((byte)'%');
                destination.AppendHexUpper(utf8.Slice(i, 1));
            }

            at += consumed;
        }
    }
}
