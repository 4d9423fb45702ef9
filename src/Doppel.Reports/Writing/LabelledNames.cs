namespace Doppel.Reports;

/// <summary>Writes names with the root's absolute path replaced by what the user typed for it.</summary>
internal sealed class LabelledNames(IReadOnlyList<ReportName> roots, ReportWriteOptions options)
{
    /// <summary>Returns whether the name as written would contain LF or CR.</summary>
    public bool HasLineBreak(ReportName name, int root)
    {
        Split(name, root, out ReadOnlySpan<byte> label, out _, out ReadOnlySpan<byte> rest);
        return label.IndexOfAny((byte)'\n', (byte)'\r') >= 0 || rest.IndexOfAny((byte)'\n', (byte)'\r') >= 0;
    }

    /// <summary>Gets whether a name with a line break is quoted, unless it is escaped anyway.</summary>
    public bool QuotesBreaks { get; init; }

    public void Write(Utf8Output output, ReportName name, int root)
    {
        Split(name, root, out ReadOnlySpan<byte> label, out byte separator, out ReadOnlySpan<byte> rest);
        if (QuotesBreaks && !options.EscapeNames
            && (QuotedName.IsNeeded(label.IsEmpty ? rest : label) || rest.IndexOfAny((byte)'\n', (byte)'\r') >= 0))
        {
            QuotedName.Write(output, separator == 0 ? [.. label, .. rest] : [.. label, separator, .. rest]);
            return;
        }

        if (options.EscapeNames)
        {
            ShownName.Write(output, label);
        }
        else
        {
            output.Write(label);
        }

        if (separator != 0)
        {
            output.Write(separator);
        }

        if (options.EscapeNames)
        {
            ShownName.Write(output, rest);
        }
        else
        {
            output.Write(rest);
        }
    }

    /// <summary>Splits a name into label, separator (0 for none) and the part below the root.</summary>
    private void Split(
        ReportName name, int root, out ReadOnlySpan<byte> label, out byte separator, out ReadOnlySpan<byte> rest)
    {
        label = default;
        separator = 0;
        rest = name.Bytes;
        if ((uint)root >= (uint)options.RootLabels.Count || root >= roots.Count || options.RootLabels[root].IsEmpty)
        {
            return;
        }

        ReadOnlySpan<byte> prefix = roots[root].Bytes;
        if (prefix.IsEmpty || !rest.StartsWith(prefix))
        {
            return;
        }

        bool ofItself = IsSeparator(prefix[^1]);
        if (rest.Length > prefix.Length && !ofItself && !IsSeparator(rest[prefix.Length]))
        {
            return;
        }

        label = options.RootLabels[root].Bytes;
        if (rest.Length == prefix.Length)
        {
            rest = default;
            return;
        }

        separator = ofItself ? prefix[^1] : rest[prefix.Length];
        rest = rest[(ofItself ? prefix.Length : prefix.Length + 1)..];
        if (IsSeparator(label[^1]))
        {
            separator = 0;
        }
    }

    private static bool IsSeparator(byte value) =>
        value == '/' || (value == '\\' && Path.DirectorySeparatorChar == '\\');
}
