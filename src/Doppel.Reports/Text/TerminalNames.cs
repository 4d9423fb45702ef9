using System.Text;

namespace Doppel.Reports;

/// <summary>
/// Writes names for a person at a terminal: one line each, relative to the working or home folder, with the folder
/// dimmed and the name bright. Long names keep what differs between the names of a group.
/// </summary>
/// <remarks>Not thread-safe. One instance serves all groups of a report.</remarks>
internal sealed class TerminalNames
{
    private const int IndentColumns = 4;

    private readonly Utf8Output _output;
    private readonly Utf8Output _shown = new(stream: null, 1024);
    private readonly LabelledNames _labels;
    private readonly TerminalLayout _layout;
    private readonly bool _color;
    private ReportName _first;
    private int _prefix;
    private int _suffix;

    public TerminalNames(Utf8Output output, IReadOnlyList<ReportName> roots, ReportWriteOptions options)
    {
        _output = output;
        _labels = new LabelledNames(roots, options with { EscapeNames = true });
        _layout = options.Terminal!;
        _color = options.Color;
    }

    /// <summary>Forgets the names of the last group.</summary>
    public void BeginGroup() => _first = default;

    /// <summary>Adds a name to those of the group, to find out where they differ.</summary>
    public void Compare(ReportName name)
    {
        if (_first.IsEmpty)
        {
            _first = name;
            (_prefix, _suffix) = (name.Bytes.Length, name.Bytes.Length);
            return;
        }

        ReadOnlySpan<byte> first = _first.Bytes;
        ReadOnlySpan<byte> bytes = name.Bytes;
        _prefix = Math.Min(_prefix, first.CommonPrefixLength(bytes));
        int most = Math.Min(_suffix, bytes.Length);
        int same = 0;
        while (same < most && first[^(same + 1)] == bytes[^(same + 1)])
        {
            same++;
        }

        _suffix = same;
    }

    /// <summary>Writes the line of a name.</summary>
    /// <param name="before">The four characters before the name.</param>
    /// <param name="name">The name, which was compared before.</param>
    /// <param name="root">The index of its root, or -1 if it is unknown.</param>
    public void Write(ReadOnlySpan<byte> before, ReportName name, int root)
    {
        _output.Write(before);
        _shown.DropPending();
        WriteShort(name, root);
        ReadOnlySpan<byte> shown = _shown.Pending;
        int columns = _layout.Columns - IndentColumns;
        if (ColumnsOf(shown) > columns)
        {
            var path = new PathShortener(Encoding.UTF8.GetString(shown), columns);
            shown = Encoding.UTF8.GetBytes(path.Shorten(FoldersAfterStart(name), EqualAtEnd(name), PartsOf(name)));
        }

        WriteColored(shown);
        _output.Write((byte)'\n');
    }

    /// <summary>Writes the line of a companion, whose folder is that of a name before.</summary>
    public void WriteCompanion(ReportName name)
    {
        _output.Write(TextLines.Companion);
        string file = Shown(name.Bytes[(name.Bytes.LastIndexOfAny(PathShortener.Separators) + 1)..]);
        int columns = _layout.Columns - IndentColumns;
        string shown = TextColumns.Of(file) > columns ? ShortText.Ends(file, columns) : file;
        _output.Write(Encoding.UTF8.GetBytes(shown));
        _output.Write((byte)'\n');
    }

    private void WriteColored(ReadOnlySpan<byte> shown)
    {
        int folder = shown.LastIndexOfAny(PathShortener.Separators) + 1;
        if (!_color)
        {
            _output.Write(shown);
            return;
        }

        if (folder > 0)
        {
            _output.Write("\e[2m"u8);
            _output.Write(shown[..folder]);
            _output.Write("\e[0m"u8);
        }

        _output.Write("\e[1m"u8);
        _output.Write(shown[folder..]);
        _output.Write("\e[0m"u8);
    }

    private void WriteShort(ReportName name, int root)
    {
        if (TryBelow(name, _layout.WorkingDirectory, out ReadOnlySpan<byte> relative))
        {
            // A shell would take such a name for an option or a home folder.
            _shown.Write(relative[0] is (byte)'-' or (byte)'~' ? "./"u8 : default);
            ShownName.Write(_shown, relative);
        }
        else if (TryBelow(name, _layout.Home, out ReadOnlySpan<byte> inHome))
        {
            _shown.Write("~/"u8);
            ShownName.Write(_shown, inHome);
        }
        else
        {
            _labels.Write(_shown, name, root);
        }
    }

    private static bool TryBelow(ReportName name, ReportName folder, out ReadOnlySpan<byte> below)
    {
        below = default;
        ReadOnlySpan<byte> bytes = folder.Bytes;
        if (bytes.Length <= 1 || name.Bytes.Length <= bytes.Length + 1 || !name.Bytes.StartsWith(bytes)
            || !PathShortener.Separators.Contains(name.Bytes[bytes.Length]))
        {
            return false;
        }

        below = name.Bytes[(bytes.Length + 1)..];
        return true;
    }

    private static int ColumnsOf(ReadOnlySpan<byte> shown) =>
        Ascii.IsValid(shown) ? shown.Length : TextColumns.Of(Encoding.UTF8.GetString(shown));

    // How many folders follow the start in which all names of the group agree.
    private int FoldersAfterStart(ReportName name) => SeparatorsIn(name.Bytes[_prefix..]);

    // How many components at the end are the same in all names of the group.
    private int EqualAtEnd(ReportName name) => SeparatorsIn(name.Bytes[^_suffix..]);

    // The file name: what is the same at its start, what differs, and what is the same at its end.
    private (string Start, string Differing, string End) PartsOf(ReportName name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        int start = bytes.LastIndexOfAny(PathShortener.Separators) + 1;
        ReadOnlySpan<byte> file = bytes[start..];
        int prefix = Math.Max(0, _prefix - start);
        int suffix = Math.Min(_suffix, file.Length - prefix);
        while (prefix > 0 && prefix < file.Length && IsContinuation(file[prefix]))
        {
            prefix--;
        }

        while (suffix > 0 && IsContinuation(file[^suffix]))
        {
            suffix--;
        }

        return (Shown(file[..prefix]), Shown(file[prefix..^suffix]), Shown(file[^suffix..]));
    }

    private string Shown(ReadOnlySpan<byte> part)
    {
        _shown.DropPending();
        ShownName.Write(_shown, part);
        return Encoding.UTF8.GetString(_shown.Pending);
    }

    private static bool IsContinuation(byte value) => (value & 0xC0) == 0x80;

    private static int SeparatorsIn(ReadOnlySpan<byte> bytes)
    {
        int count = 0;
        foreach (byte value in bytes)
        {
            count += PathShortener.Separators.Contains(value) ? 1 : 0;
        }

        return count;
    }
}
