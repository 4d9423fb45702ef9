using Doppel.Reports.Shared;

namespace Doppel.Reports.Fdupes;

/// <summary>Reads lists of names, also those that fdupes and jdupes write.</summary>
internal sealed class FdupesReportParser(ByteSource source, bool nulAfterNames) : ReportParser
{
    private readonly byte _mark = nulAfterNames ? (byte)0 : (byte)'\n';
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();

    public override ReportItemKind Read()
    {
        _copies.Clear();
        while (source.TryTakeLine(_mark, out ReadOnlySpan<byte> line, out bool whole))
        {
            if (!whole)
            {
                throw new ReportFormatException(source.Line, "is cut off");
            }

            if (line.IsEmpty)
            {
                return EndGroup();
            }

            if (_copies.Count == 0 && !nulAfterNames && IsSizeLine(line))
            {
                throw new ReportFormatException(source.Line, "is a line of fdupes -S; lists with sizes are not read");
            }

            _copies.Add(BareCopy.Of(_store.KeepFile(line, source.Line)));
        }

        return _copies.Count == 0
            ? ReportItemKind.End
            : throw new ReportFormatException(source.Line + 1, "the list ends in the middle of a group");
    }

    private ReportItemKind EndGroup()
    {
        if (_copies.Count < 2)
        {
            throw new ReportFormatException(source.Line, $"ends a group of {_copies.Count}, which takes two names");
        }

        Group = new ReportGroup
        {
            Size = -1,
            Proof = Proof.Unstated,
            RedundantBytes = 0,
            Copies = _copies.ToArray(),
        };
        return ReportItemKind.Group;
    }

    private static bool IsSizeLine(ReadOnlySpan<byte> line)
    {
        int digits = line.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return digits > 0
            && (line[digits..].SequenceEqual(" bytes each:"u8) || line[digits..].SequenceEqual(" byte each:"u8));
    }
}
