using System.Buffers;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Normalizes the names and values of headers for signing.</summary>
internal static class HeaderText
{
    private static readonly SearchValues<char> s_nameCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~");

    /// <summary>Appends a name in lowercase.</summary>
    internal static void AppendName(string name, ref Utf8Builder destination)
    {
        if (string.IsNullOrEmpty(name) || name.AsSpan().ContainsAnyExcept(s_nameCharacters))
        {
            SigningErrors.BadHeaderName(name);
        }

        int start = destination.Length;
        destination.Append(name);
        for (int i = start; i < destination.Length; i++)
        {
            ref byte letter = ref destination[i];
            letter |= letter is >= (byte)'A' and <= (byte)'Z' ? (byte)0x20 : (byte)0;
        }

        if (IsAlwaysSigned(destination.AsSpan().Slice(start)))
        {
            SigningErrors.HeaderAlreadySigned(name);
        }
    }

    /// <summary>Appends a value without surrounding blanks, and with each run of blanks collapsed into one.</summary>
    internal static void AppendValue(
        scoped ReadOnlySpan<char> name, scoped ReadOnlySpan<char> value, ref Utf8Builder destination)
    {
        value = value.Trim(" \t");
        bool isVisible = !value.ContainsAnyExceptInRange(' ', '~');
        if (isVisible && !value.Contains("  ", StringComparison.Ordinal))
        {
            destination.Append(value);
            return;
        }

        char before = '\0';
        foreach (char c in value)
        {
            if (c is not ('\t' or (>= ' ' and <= '~')))
            {
                SigningErrors.BadHeaderValue(name);
            }

            if (c != ' ' || before != ' ')
            {
                destination.Append(c);
            }

            before = c;
        }
    }

    private static bool IsAlwaysSigned(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("host"u8) || name.SequenceEqual("x-amz-date"u8)
        || name.SequenceEqual("x-amz-content-sha256"u8) || name.SequenceEqual("x-amz-security-token"u8)
        || name.SequenceEqual("authorization"u8);
}
