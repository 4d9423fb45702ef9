namespace Doppel.Reports;

/// <summary>Writes names on an HTML page for people: escaped, and each folder in its own text direction.</summary>
internal sealed class HtmlNames(Utf8Output page, Utf8Output text)
{
    /// <summary>Writes a name, its last part emphasized.</summary>
    public void Write(ReportName name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        int last = LastPart(bytes);
        if (last > 0)
        {
            page.Write("<span class=\"d\">"u8);
            WriteParts(bytes[..last]);
            page.Write("</span>"u8);
        }

        WriteParts(bytes[last..]);
    }

    /// <summary>Writes only the last part of a name.</summary>
    public void WriteLast(ReportName name) => WriteParts(name.Bytes[LastPart(name.Bytes)..]);

    /// <summary>Writes the folder of a name.</summary>
    public void WriteFolder(ReportName name) => WriteParts(name.Bytes[..LastPart(name.Bytes)]);

    /// <summary>Writes bytes of any origin for display.</summary>
    public void WriteShown(ReadOnlySpan<byte> bytes)
    {
        ShownName.Write(text, bytes);
        text.Flush();
    }

    // The order of folders must not depend on the letters in them, so each is isolated. ASCII has one direction.
    private void WriteParts(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.ContainsAnyExceptInRange((byte)0, (byte)0x7F))
        {
            WriteShown(bytes);
            return;
        }

        while (!bytes.IsEmpty)
        {
            int length = bytes.IndexOfAny((byte)'/', (byte)Path.DirectorySeparatorChar);
            page.Write("<bdi>"u8);
            WriteShown(length < 0 ? bytes : bytes[..length]);
            page.Write("</bdi>"u8);
            if (length < 0)
            {
                return;
            }

            page.Write(bytes[length]);
            bytes = bytes[(length + 1)..];
        }
    }

    private static int LastPart(ReadOnlySpan<byte> bytes) =>
        bytes.LastIndexOfAny((byte)'/', (byte)Path.DirectorySeparatorChar) + 1;
}
