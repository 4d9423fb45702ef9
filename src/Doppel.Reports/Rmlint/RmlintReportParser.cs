namespace Doppel.Reports;

/// <summary>
/// Parses the JSON reports of rmlint: an array of files in which the files of one set follow each other without any
/// marker between sets.
/// </summary>
internal sealed class RmlintReportParser : ReportParser
{
    private readonly LooseJson _json;
    private readonly RmlintItemReader _reader;
    private readonly Doubts _doubts = new();
    private readonly ListedTotals _totals = new();
    private readonly RmlintSet _set = new();
    private bool _first = true;
    private bool _last;
    private bool _ended;
    private long _uniques;
    private long _problems;

    public RmlintReportParser(ByteSource source)
    {
        _json = new LooseJson(source);
        _reader = new RmlintItemReader(_json);
        _json.Take('[');
        // The header must be known before the first item is requested.
        if (TryTakeObject() && _reader.Item.Kind == RmlintItemKind.Duplicate)
        {
            Begun(_reader.Item);
        }

        Begin = _reader.Begin;
    }

    public override ReportItemKind Read()
    {
        while (true)
        {
            if (_doubts.TryTake(out ReportProblem? problem))
            {
                Problem = problem;
                _problems++;
                return ReportItemKind.Problem;
            }

            if (_ended)
            {
                Summary = ToSummary();
                return ReportItemKind.End;
            }

            ReportItemKind kind = ReadSet();
            if (kind != ReportItemKind.End)
            {
                return kind;
            }
        }
    }

    /// <summary>
    /// Reads up to the end of the current set. Returns <see cref="ReportItemKind.End"/> if the set yields no item.
    /// </summary>
    private ReportItemKind ReadSet()
    {
        while (TryTakeObject())
        {
            RmlintItem item = _reader.Item;
            if (item.Kind != RmlintItemKind.Duplicate)
            {
                continue;
            }

            if (_set.Continues(item))
            {
                _set.Add(item, _doubts);
                continue;
            }

            ReportItemKind kind = EndSet();
            Begun(item);
            return kind;
        }

        _ended = true;
        return EndSet();
    }

    private void Begun(RmlintItem item)
    {
        if (item.IsOriginal != true)
        {
            throw _json.Wrong("ends a duplicate that belongs to no original before it");
        }

        _set.Begin(item);
        _set.Add(item, _doubts);
    }

    private ReportItemKind EndSet()
    {
        if (_set.IsEmpty)
        {
            return ReportItemKind.End;
        }

        ReportCopy[] copies = _set.ToCopies();
        if (copies.Length >= 2)
        {
            Group = new ReportGroup
            {
                Size = _set.Size,
                Proof = Proof.Unstated,
                RedundantBytes = ListedTotals.Redundant(_set.Size, copies.Length),
                Copies = copies,
            };
            _totals.Add(copies.Length, Group.RedundantBytes);
            return ReportItemKind.Group;
        }

        if (copies.Length == 1 && copies[0].Names.Count >= 2)
        {
            Unique = new ReportUnique(_set.Size, copies[0]);
            _uniques++;
            return ReportItemKind.Unique;
        }

        _doubts.AddGroup(_set.FirstPath);
        return ReportItemKind.End;
    }

    /// <summary>Reads the next object of the array. Nothing may follow the end of the array.</summary>
    private bool TryTakeObject()
    {
        if (!_json.TryNext(']', ref _first))
        {
            if (_json.Peek() != 0)
            {
                throw _json.Wrong("stands behind the report");
            }

            return false;
        }

        if (_last)
        {
            throw _json.Wrong("stands behind the footer, which is the last object");
        }

        bool hadHeader = _reader.Begin is not null;
        _reader.Read();
        _last = _reader.Item.Kind is RmlintItemKind.Footer or RmlintItemKind.Empty;
        if (hadHeader && _reader.Item.Kind == RmlintItemKind.Header)
        {
            throw _json.Wrong("ends a second header");
        }

        return true;
    }

    private ReportSummary? ToSummary() => _reader.Complete is not { } complete
        ? null
        : _totals.ToSummary(complete, _uniques, _problems) with { Files = _reader.Files };
}
