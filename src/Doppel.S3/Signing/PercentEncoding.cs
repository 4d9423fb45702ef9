using System.Buffers;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3.Signing;

/// <summary>
/// Percent-encodes as S3 does: letters, digits and <c>-_.~</c> stay, all else becomes <c>%XX</c> of its UTF-8 bytes.
/// </summary>
/// <remarks>Thread-safe. The same text is sent and signed; a blank is <c>%20</c> and never <c>+</c>.</remarks>
public static class PercentEncoding
{
    private const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

    private static readonly SearchValues<char> s_unreserved = SearchValues.Create(Unreserved);
    private static readonly SearchValues<char> s_unreservedAndSlash = SearchValues.Create(Unreserved + "/");

    /// <summary>
    /// Writes a path; <c>/</c> stays, and so do empty, <c>.</c> and <c>..</c> parts, which S3 allows in keys.
    /// </summary>
    /// <param name="path">The path as it is meant.</param>
    /// <param name="destination">Where it goes.</param>
    /// <exception cref="ArgumentException">The path has half a surrogate pair.</exception>
    public static void AppendPath(scoped ReadOnlySpan<char> path, ref Utf8Builder destination) =>
        Append(path, s_unreservedAndSlash, ref destination);

    /// <summary>Writes a name or a value of a query; <c>/</c> is encoded too.</summary>
    /// <param name="value">The value as it is meant.</param>
    /// <param name="destination">Where it goes.</param>
    /// <exception cref="ArgumentException">The value has half a surrogate pair.</exception>
    public static void AppendValue(scoped ReadOnlySpan<char> value, ref Utf8Builder destination) =>
        Append(value, s_unreserved, ref destination);

    /// <summary>Writes a value that is in ASCII.</summary>
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
