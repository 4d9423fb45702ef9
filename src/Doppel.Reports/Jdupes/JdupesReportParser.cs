using System.Text;

namespace Doppel.Reports;

/// <summary>Parses the JSON reports of jdupes.</summary>
internal sealed class JdupesReportParser : ReportParser
{
    private readonly LooseJson _json;
    private readonly NameStore _store = new();
    private readonly Doubts _doubts = new();
    private readonly List<ReportCopy> _copies = [];
    private ReportName _firstInDoubt;
    private int _names;
    private bool _firstGroup = true;
    private bool _ended;

    public JdupesReportParser(ByteSource source)
    {
        _json = new LooseJson(source);
        _json.Take('{');
        bool first = true;
        string? version = null;
        ReportName[] command = [];
        while (true)
        {
            if (!_json.TryNextField(ref first))
            {
                throw _json.Wrong("the report lacks matchSets");
            }

            if (Is("matchSets"u8))
            {
                break;
            }

            if (Is("jdupesVersion"u8))
            {
                _json.Once(version is not null);
                _json.ReadString("jdupesVersion");
                version = Encoding.UTF8.GetString(_json.Value);
            }
            else if (Is("commandLine"u8))
            {
                _json.ReadUnescaped("commandLine");
                command = [_store.Keep(_json.Value)];
            }
            else
            {
                _json.SkipValue();
            }
        }

        _json.Take('[');
        Begin = new ReportBegin
        {
            Version = version ?? throw _json.Wrong("the report lacks jdupesVersion"),
            Command = command,
            WorkingDirectory = default,
            Roots = [],
            Started = default,
        };
    }

    public override ReportItemKind Read()
    {
        if (_doubts.TryTake(out ReportProblem? problem))
        {
            Problem = problem;
            return ReportItemKind.Problem;
        }

        if (_ended)
        {
            return ReportItemKind.End;
        }

        if (!_json.TryNext(']', ref _firstGroup))
        {
            ReadEnd();
            _ended = true;
            return ReportItemKind.End;
        }

        ReadGroup();
        return _copies.Count >= 2 ? ReportItemKind.Group : Read();
    }

    private void ReadGroup()
    {
        _copies.Clear();
        _names = 0;
        _json.Take('{');
        bool first = true;
        long size = -1;
        while (_json.TryNextField(ref first))
        {
            if (Is("fileSize"u8))
            {
                _json.Once(size >= 0);
                size = _json.ReadSize("fileSize");
            }
            else if (Is("fileList"u8))
            {
                _json.Once(_names > 0);
                ReadFiles();
            }
            else
            {
                _json.SkipValue();
            }
        }

        if (size < 0 || _names < 2)
        {
            throw _json.Wrong("ends a group without its fileSize or with fewer than two names");
        }

        if (_copies.Count < 2)
        {
            _doubts.AddGroup(_copies.Count == 1 ? _copies[0].Names[0] : _firstInDoubt);
            return;
        }

        Group = new ReportGroup
        {
            Size = size,
            Proof = Proof.Unstated,
            RedundantBytes = ListedTotals.Redundant(size, _copies.Count),
            Copies = _copies.ToArray(),
        };
    }

    private void ReadFiles()
    {
        _json.Take('[');
        bool first = true;
        while (_json.TryNext(']', ref first))
        {
            _json.Take('{');
            bool firstField = true;
            int names = _names;
            while (_json.TryNextField(ref firstField))
            {
                if (Is("filePath"u8))
                {
                    _json.Once(_names > names);
                    ReadName();
                }
                else
                {
                    _json.SkipValue();
                }
            }

            if (_names == names)
            {
                throw _json.Wrong("lists a file without its filePath");
            }
        }
    }

    private void ReadName()
    {
        long line = _json.Line;
        _json.ReadString("filePath");
        if (!_json.IsAscii)
        {
            throw new ReportFormatException(line, "holds a filePath that is not ASCII, as jdupes writes all of them");
        }

        _names++;
        // For a name that is not UTF-8, jdupes writes halves of surrogate pairs, NULs, or a different name.
        if (!_json.IsExact || _json.Value.Contains((byte)0))
        {
            ReportName written = _store.Keep(_json.Value);
            _firstInDoubt = written;
            _doubts.AddName(written);
            return;
        }

        _copies.Add(BareCopy.Of(_store.KeepFile(_json.Value, line)));
    }

    private void ReadEnd()
    {
        bool first = false;
        while (_json.TryNextField(ref first))
        {
            _json.Once(Is("matchSets"u8));
            _json.SkipValue();
        }

        if (_json.Peek() != 0)
        {
            throw _json.Wrong("stands behind the report");
        }
    }

    private bool Is(ReadOnlySpan<byte> field) => _json.Value.SequenceEqual(field);
}
