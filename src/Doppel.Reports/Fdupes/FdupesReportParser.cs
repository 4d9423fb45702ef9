using System.Globalization;

namespace Doppel.Reports;

/// <summary>Parses lists of names, including those that fdupes and jdupes write, with sizes (-S) or without.</summary>
internal sealed class FdupesReportParser(ByteSource source, bool nulAfterNames) : ReportParser
{
    private readonly byte _mark = nulAfterNames ? (byte)0 : (byte)'\n';
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();

    /// <summary>Whether each group starts with its size; null before the first group.</summary>
    private bool? _sized;

    public override ReportItemKind Read()
    {
        _copies.Clear();
        long size = -1;
        while (source.TryTakeLine(_mark, out ReadOnlySpan<byte> line, out bool whole))
        {
            if (!whole)
            {
                throw new ReportFormatException(source.Line, "is cut off");
            }

            if (_copies.Count == 0 && size < 0)
            {
                int head = ReadHead(line, out size);
                if (!nulAfterNames && head > 0)
                {
                    continue;
                }

                line = line[head..];
            }

            if (line.IsEmpty)
            {
                return EndGroup(size);
            }

            _copies.Add(BareCopy.Of(_store.KeepFile(line, source.Line)));
        }

        // jdupes ends each group with an empty line, except for that of the file that it listed last.
        if (_copies.Count >= 2)
        {
            return EndGroup(size);
        }

        return _copies.Count == 0 && size < 0
            ? ReportItemKind.End
            : throw new ReportFormatException(source.Line + 1, "the list ends in the middle of a group");
    }

    private ReportItemKind EndGroup(long size)
    {
        if (_copies.Count < 2)
        {
            throw new ReportFormatException(source.Line, $"ends a group of {_copies.Count}, which takes two names");
        }

        Group = new ReportGroup
        {
            Size = size,
            Proof = Proof.Unstated,
            RedundantBytes = ListedTotals.Redundant(size, _copies.Count),
            Copies = _copies.ToArray(),
        };
        return ReportItemKind.Group;
    }

    /// <summary>Reads the size that may precede a group, and returns the number of bytes that it takes up.</summary>
    private int ReadHead(ReadOnlySpan<byte> line, out long size)
    {
        int length = MeasureSize(line, out size);
        bool sized = length > 0;
        _sized ??= sized;
        if (sized != _sized)
        {
            throw new ReportFormatException(
                source.Line, sized ? "is a size, but the groups before have none" : "must be the size of the group");
        }

        return length;
    }

    /// <summary>
    /// Matches a size such as "11 bytes each:", which is followed by a line break if NUL ends names. Returns the length
    /// of the match, or 0 if there is none.
    /// </summary>
    private int MeasureSize(ReadOnlySpan<byte> line, out long size)
    {
        size = -1;
        int digits = line.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (digits <= 0)
        {
            return 0;
        }

        ReadOnlySpan<byte> words = line[digits..];
        int length = words.StartsWith(" byte each:"u8) ? 11 : 0;
        length = words.StartsWith(" bytes each:"u8) ? 12 : length;
        bool ends = nulAfterNames ? words[length..].StartsWith("\n"u8) : words.Length == length;
        if (length == 0 || !ends
            || !long.TryParse(line[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out size))
        {
            return 0;
        }

        return digits + length + (nulAfterNames ? 1 : 0);
    }
}
