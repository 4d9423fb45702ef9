using System.Buffers;

namespace Doppel.Reports;

/// <summary>Names with a line break, written on one line in shell syntax: <c>$'a\nb'</c>.</summary>
internal static class QuotedName
{
    private static readonly SearchValues<byte> s_escaped = SearchValues.Create("\n\r\\'"u8);

    private static ReadOnlySpan<byte> Opening => "$'"u8;

    /// <summary>
    /// Returns whether a name must be quoted because it contains LF or CR, or would be mistaken for a quoted name.
    /// </summary>
    public static bool IsNeeded(ReadOnlySpan<byte> name) =>
        name.IndexOfAny((byte)'\n', (byte)'\r') >= 0 || name.StartsWith(Opening);

    /// <summary>Writes a quoted name.</summary>
    public static void Write(Utf8Output output, ReadOnlySpan<byte> name)
    {
        output.Write(Opening);
        int plain;
        while ((plain = name.IndexOfAny(s_escaped)) >= 0)
        {
            output.Write(name[..plain]);
            output.Write((byte)'\\');
            output.Write(name[plain] switch { (byte)'\n' => (byte)'n', (byte)'\r' => (byte)'r', var other => other });
            name = name[(plain + 1)..];
        }

        output.Write(name);
        output.Write((byte)'\'');
    }

    /// <summary>Reads a name from a line, quoted or not.</summary>
    /// <exception cref="ReportFormatException">The quotes or an escape in them are malformed.</exception>
    public static ReadOnlySpan<byte> Read(ReadOnlySpan<byte> text, long line)
    {
        if (!text.StartsWith(Opening))
        {
            return text;
        }

        byte[] name = new byte[text.Length];
        int length = 0;
        int at = Opening.Length;
        while (at < text.Length && text[at] != '\'')
        {
            if (text[at] != '\\')
            {
                name[length++] = text[at++];
                continue;
            }

            name[length++] = (at + 1 < text.Length ? text[at + 1] : (byte)0) switch
            {
                (byte)'n' => (byte)'\n',
                (byte)'r' => (byte)'\r',
                (byte)'\\' => (byte)'\\',
                (byte)'\'' => (byte)'\'',
                _ => throw new ReportFormatException(
                    line, @"holds a quoted name with an escape other than \n \r \\ \'"),
            };
            at += 2;
        }

        return at == text.Length - 1
            ? name.AsSpan(0, length)
            : throw new ReportFormatException(line, "holds a quoted name that does not end with the line");
    }
}
