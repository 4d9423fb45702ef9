namespace Doppel.Reports;

/// <summary>
/// Writes names on an HTML page for people: escaped, each folder in its own text direction, and without what precedes
/// the root, which the top of the page shows.
/// </summary>
internal sealed class HtmlNames(Utf8Output page, Utf8Output text)
{
    private ReportName[] _roots = [];
    private int[] _skipped = [];

    /// <summary>
    /// Sets the roots. Names below the only root begin behind it. Those below several roots begin with the last part of
    /// their root, unless two roots have the same one.
    /// </summary>
    public void Begin(IReadOnlyList<ReportName> roots)
    {
        _roots = [.. roots];
        bool areDistinct = _roots.Select(static root => new ReportName(LastOf(root).ToArray())).Distinct().Count()
            == _roots.Length;
        _skipped = Array.ConvertAll(_roots, root => _roots.Length switch
        {
            1 => Within(root).Length + 1,
            _ when areDistinct && !LastOf(root).IsEmpty => Within(root).Length - LastOf(root).Length,
            _ => 0,
        });
    }

    /// <summary>Writes a name, its last part emphasized.</summary>
    /// <param name="name">The name.</param>
    /// <param name="root">The index of its root; -1 to write all of it.</param>
    public void Write(ReportName name, int root = -1)
    {
        ReadOnlySpan<byte> bytes = Below(name, root);
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
    public void WriteFolder(ReportName name, int root)
    {
        ReadOnlySpan<byte> bytes = Below(name, root);
        WriteParts(bytes[..LastPart(bytes)]);
    }

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

    private ReadOnlySpan<byte> Below(ReportName name, int root)
    {
        if (root < 0 || root >= _roots.Length)
        {
            return name.Bytes;
        }

        ReadOnlySpan<byte> within = Within(_roots[root]);
        bool isBelow = name.Bytes.Length > within.Length + 1 && name.Bytes.StartsWith(within)
            && name.Bytes[within.Length] == '/';
        return isBelow ? name.Bytes[_skipped[root]..] : name.Bytes;
    }

    // A root without the slash at its end.
    private static ReadOnlySpan<byte> Within(ReportName root) => root.Bytes.TrimEnd((byte)'/');

    private static ReadOnlySpan<byte> LastOf(ReportName root) => Within(root)[LastPart(Within(root))..];

    private static int LastPart(ReadOnlySpan<byte> bytes) =>
        bytes.LastIndexOfAny((byte)'/', (byte)Path.DirectorySeparatorChar) + 1;
}
