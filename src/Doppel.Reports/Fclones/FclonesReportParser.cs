using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Parses JSON reports of fclones, whether written by fclones or by this program.</summary>
internal sealed class FclonesReportParser : ReportParser
{
    private static readonly SearchValues<byte> s_hexDigits = SearchValues.Create("0123456789abcdefABCDEF"u8);

    private readonly JsonTokens _tokens;
    private readonly List<ReportName> _names = [];
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();
    private readonly ArrayBufferWriter<byte> _hash = new();
    private bool _knownDigest;

    public FclonesReportParser(ByteSource source)
    {
        _tokens = new JsonTokens(source);
        _tokens.Expect(JsonTokenType.StartObject, "the report");
        while (true)
        {
            NextField("the report lacks header or groups");
            if (Is("header"u8))
            {
                Begin = Begin is null ? ReadHeader() : throw _tokens.Wrong("is a second header");
            }
            else if (Is("groups"u8))
            {
                break;
            }
            else
            {
                _tokens.SkipValue();
            }
        }

        if (Begin is null)
        {
            throw _tokens.Wrong("groups stand before the header");
        }

        _tokens.Expect(JsonTokenType.StartArray, "groups");
    }

    public override ReadOnlySpan<byte> Hash => _hash.WrittenSpan;

    public override ReportItemKind Read()
    {
        _tokens.Next();
        if (_tokens.Type == JsonTokenType.EndArray)
        {
            ReadEnd();
            return ReportItemKind.End;
        }

        if (_tokens.Type != JsonTokenType.StartObject)
        {
            throw _tokens.Wrong("a group is not an object");
        }

        return ReadGroup();
    }

    private ReportItemKind ReadGroup()
    {
        _copies.Clear();
        long size = -1;
        Digest128? digest = null;
        bool hashed = false;
        bool listed = false;
        while (TryNextField())
        {
            if (Is("file_len"u8) && size < 0)
            {
                size = ReadLength();
            }
            else if (Is("file_hash"u8) && !hashed)
            {
                digest = ReadHash();
                hashed = true;
            }
            else if (Is("files"u8) && !listed)
            {
                ReadFiles();
                listed = true;
            }
            else if (Is("file_len"u8) || Is("file_hash"u8) || Is("files"u8))
            {
                throw _tokens.Wrong("a group has a field twice");
            }
            else
            {
                _tokens.SkipValue();
            }
        }

        if (size < 0 || !hashed || _copies.Count == 0)
        {
            throw _tokens.Wrong("a group lacks file_len, file_hash or files");
        }

        if (_copies.Count == 1)
        {
            Unique = new ReportUnique(size, _copies[0]);
            return ReportItemKind.Unique;
        }

        Group = new ReportGroup
        {
            Size = size,
            Proof = digest is null ? Proof.Unstated : Proof.Digest,
            Digest = digest,
            RedundantBytes = ListedTotals.Redundant(size, _copies.Count),
            Copies = _copies.ToArray(),
        };
        return ReportItemKind.Group;
    }

    private void ReadFiles()
    {
        _tokens.Expect(JsonTokenType.StartArray, "files");
        while (TryNextItem("a file"))
        {
            _copies.Add(BareCopy.Of(_store.KeepFile(DecodeName(), _tokens.Line)));
        }
    }

    private ReportBegin ReadHeader()
    {
        _tokens.Expect(JsonTokenType.StartObject, "header");
        string version = "";
        ReportName directory = default;
        ReportTime? started = null;
        ReportName[] command = [];
        ReportName[]? ownCommand = null;
        while (TryNextField())
        {
            if (Is("version"u8))
            {
                _tokens.Expect(JsonTokenType.String, "version");
                version = Encoding.UTF8.GetString(_tokens.Value);
            }
            else if (Is("timestamp"u8))
            {
                _tokens.Expect(JsonTokenType.String, "timestamp");
                started = ReportTimes.TryParse(_tokens.Value, out ReportTime time)
                    ? time
                    : throw _tokens.Wrong("timestamp is not a time as RFC 3339");
            }
            else if (Is("command"u8))
            {
                command = ReadNames("command");
            }
            else if (Is("base_dir"u8))
            {
                _tokens.Expect(JsonTokenType.String, "base_dir");
                directory = _store.Keep(DecodeName());
            }
            else if (Is("doppel"u8))
            {
                ownCommand = ReadOwn();
            }
            else
            {
                _tokens.SkipValue();
            }
        }

        if (started is null)
        {
            throw _tokens.Wrong("the header lacks its timestamp");
        }

        return new ReportBegin
        {
            Version = version,
            Command = ownCommand ?? command,
            WorkingDirectory = directory,
            // In reports of this program, the roots follow "fclones group". In others, options are mixed in with them.
            Roots = ownCommand is not null && command.Length > 2 ? command[2..] : [],
            Started = started.Value,
        };
    }

    /// <summary>Reads what this program adds to the header: the name of the digest, and its own command line.</summary>
    private ReportName[] ReadOwn()
    {
        _tokens.Expect(JsonTokenType.StartObject, "doppel");
        ReportName[] command = [];
        while (TryNextField())
        {
            if (Is("digest"u8))
            {
                _tokens.Expect(JsonTokenType.String, "digest");
                _knownDigest = _tokens.Value.SequenceEqual("xxh3-128"u8);
            }
            else if (Is("command"u8))
            {
                command = ReadNames("command");
            }
            else
            {
                _tokens.SkipValue();
            }
        }

        return command;
    }

    private ReportName[] ReadNames(string what)
    {
        _tokens.Expect(JsonTokenType.StartArray, what);
        _names.Clear();
        while (TryNextItem(what))
        {
            _names.Add(_store.Keep(DecodeName()));
        }

        return _names.ToArray();
    }

    private long ReadLength()
    {
        _tokens.Expect(JsonTokenType.Number, "file_len");
        return long.TryParse(_tokens.Value, NumberStyles.None, CultureInfo.InvariantCulture, out long size)
            ? size
            : throw _tokens.Wrong("file_len is not a whole number from 0");
    }

    private Digest128? ReadHash()
    {
        _tokens.Expect(JsonTokenType.String, "file_hash");
        Span<byte> hash = _tokens.Value;
        if (hash.IsEmpty || hash.Length % 2 != 0 || hash.IndexOfAnyExcept(s_hexDigits) >= 0)
        {
            throw _tokens.Wrong("file_hash is not pairs of hex digits");
        }

        _hash.ResetWrittenCount();
        _hash.Write(hash);
        if (!_knownDigest)
        {
            return null;
        }

        return LittleEndianDigest.TryParse(hash, out Digest128 digest)
            ? digest
            : throw _tokens.Wrong("file_hash is not 32 hex digits, as XXH3-128 has");
    }

    private void ReadEnd()
    {
        while (TryNextField())
        {
            if (Is("header"u8) || Is("groups"u8))
            {
                throw _tokens.Wrong("the report has header or groups twice");
            }

            _tokens.SkipValue();
        }

        if (_tokens.Next())
        {
            throw _tokens.Wrong("stands behind the report");
        }
    }

    private ReadOnlySpan<byte> DecodeName()
    {
        int length = Stfu8.Decode(_tokens.Value);
        return length >= 0 ? _tokens.Value[..length] : throw _tokens.Wrong("a name breaks the rules of STFU-8");
    }

    private bool TryNextItem(string what)
    {
        _tokens.Next();
        return _tokens.Type switch
        {
            JsonTokenType.EndArray => false,
            JsonTokenType.String => true,
            _ => throw _tokens.Wrong($"{what} is not a string"),
        };
    }

    private bool TryNextField() => _tokens.Next() && _tokens.Type == JsonTokenType.PropertyName;

    private void NextField(string otherwise)
    {
        if (!TryNextField())
        {
            throw _tokens.Wrong(otherwise);
        }
    }

    private bool Is(ReadOnlySpan<byte> field) => _tokens.Value.SequenceEqual(field);
}
