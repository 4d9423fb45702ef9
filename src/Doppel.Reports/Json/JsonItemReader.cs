using System.Text.Json;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Reads the object on one line.</summary>
internal sealed class JsonItemReader
{
    private readonly JsonValues _values = new();
    private readonly JsonCopyReader _copies;
    private readonly JsonSummaryReader _summaries;
    private readonly List<ReportCopy> _copyList = [];
    private readonly List<ReportName> _nameList = [];
    private readonly NameStore _store = new();

    public JsonItemReader()
    {
        _copies = new JsonCopyReader(_values);
        _summaries = new JsonSummaryReader(_values);
        Folders = new JsonFolderReader(_values, _store);
        Media = new JsonMediaReader(_values, _copies, _store);
    }

    public long Line
    {
        get => _values.Line;
        set => _values.Line = value;
    }

    public ReportBegin? Begin { get; private set; }

    public ReportGroup? Group { get; private set; }

    /// <summary>Gets the reader for folders, which holds its result.</summary>
    public JsonFolderReader Folders { get; }

    /// <summary>Gets the reader for media, which holds its result.</summary>
    public JsonMediaReader Media { get; }

    public ReportUnique? Unique { get; private set; }

    public ReportProblem? Problem { get; private set; }

    public ReportSummary? Summary { get; private set; }

    /// <summary>Reads an object of a known type into its property, or skips one of another type.</summary>
    /// <exception cref="JsonException">The line is not valid JSON.</exception>
    /// <exception cref="ReportFormatException">The object breaks a rule of its type.</exception>
    public void Read(ref Utf8JsonReader reader, LineType type)
    {
        reader.Read();
        switch (type)
        {
            case LineType.Begin:
                Begin = ReadBegin(ref reader);
                break;
            case LineType.Group:
                Group = ReadGroup(ref reader);
                break;
            case LineType.Folders or LineType.Contained or LineType.Empty:
                Folders.Read(ref reader, type);
                break;
            case LineType.MediaGroup or LineType.NotComparable:
                Media.Read(ref reader, type);
                break;
            case LineType.Unique:
                Unique = ReadUnique(ref reader);
                break;
            case LineType.Problem:
                Problem = ReadProblem(ref reader);
                break;
            case LineType.Summary:
                Summary = _summaries.Read(ref reader);
                break;
            default:
                reader.Skip();
                break;
        }

        // Anything after the object makes the reader throw.
        reader.Read();
    }

    private ReportBegin ReadBegin(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("begin", Line);
        long schema = 0;
        string version = "";
        ReportName[] command = [];
        ReportName directory = default;
        ReportName[] roots = [];
        ReportTime started = default;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "schema"u8))
            {
                schema = _values.ReadLong(ref reader, "schema", min: 1);
            }
            else if (fields.Is(ref reader, 1, "version"u8))
            {
                version = _values.ReadString(ref reader, "version");
            }
            else if (fields.Is(ref reader, 2, "command"u8))
            {
                command = ReadNames(ref reader, "command");
            }
            else if (fields.Is(ref reader, 3, "cwd"u8))
            {
                directory = _store.Keep(_values.ReadName(ref reader, "cwd"));
            }
            else if (fields.Is(ref reader, 4, "roots"u8))
            {
                roots = ReadNames(ref reader, "roots");
            }
            else if (fields.Is(ref reader, 5, "started"u8))
            {
                started = _values.ReadTime(ref reader, "started");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("schema", "version", "command", "cwd", "roots", "started");
        if (schema > 1)
        {
            throw new ReportFormatException(Line, $"has schema {schema}; this program reads schema 1");
        }

        return new ReportBegin
        {
            Schema = (int)schema,
            Version = version,
            Command = command,
            WorkingDirectory = directory,
            Roots = roots,
            Started = started,
        };
    }

    private ReportGroup ReadGroup(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("group", Line);
        long size = 0;
        Proof proof = default;
        Digest128? digest = null;
        long redundant = 0;
        IReadOnlyList<int>[]? shared = null;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "size"u8))
            {
                size = _values.ReadLong(ref reader, "size", min: -1);
            }
            else if (fields.Is(ref reader, 1, "proof"u8))
            {
                proof = _values.ReadProof(ref reader);
            }
            else if (fields.Is(ref reader, 2, "redundant_bytes"u8))
            {
                redundant = _values.ReadLong(ref reader, "redundant_bytes");
            }
            else if (fields.Is(ref reader, 3, "copies"u8))
            {
                ReadCopies(ref reader);
            }
            else if (fields.Is(ref reader, 4, "digest"u8))
            {
                digest = _values.ReadDigest(ref reader);
            }
            else if (fields.Is(ref reader, 5, "shared"u8))
            {
                shared = ReadShared(ref reader);
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("size", "proof", "redundant_bytes", "copies");
        if (_copyList.Count < 2)
        {
            throw _values.Wrong("copies", "a list of at least two copies");
        }

        CheckStorages(size, redundant, shared);

        return new ReportGroup
        {
            Size = size,
            Proof = proof,
            Digest = digest,
            RedundantBytes = redundant,
            Shared = shared,
            Copies = _copyList.ToArray(),
        };
    }

    // Text and CSV keep the redundant bytes but not which copies share extents, so a report converted from them has no
    // list.
    private void CheckStorages(long size, long redundant, IReadOnlyList<int>[]? shared)
    {
        int copies = _copyList.Count;
        if (shared is not null && !SharedRules.Hold(shared, copies))
        {
            throw _values.Wrong("shared", "ascending lists of two or more copies each, no copy twice");
        }

        int storages = SharedRules.Storages(shared, copies);
        bool fits = shared is null
            ? ListedTotals.CanBeRedundant(redundant, size, copies)
            : redundant == ListedTotals.Redundant(size, storages);
        if (!fits)
        {
            throw _values.Wrong("redundant_bytes", $"the size times {storages - 1}");
        }
    }

    private ReportUnique ReadUnique(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("unique", Line);
        long size = 0;
        ReportCopy? copy = null;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "size"u8))
            {
                size = _values.ReadLong(ref reader, "size", min: -1);
            }
            else if (fields.Is(ref reader, 1, "copy"u8))
            {
                copy = _copies.Read(ref reader, _store);
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("size", "copy");
        return new ReportUnique(size, copy!);
    }

    private ReportProblem ReadProblem(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("problem", Line);
        ReportName path = default;
        string step = "";
        string reason = "";
        string message = "";
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "path"u8))
            {
                path = _store.Keep(_values.ReadName(ref reader, "path"));
            }
            else if (fields.Is(ref reader, 1, "step"u8))
            {
                step = _values.ReadString(ref reader, "step");
            }
            else if (fields.Is(ref reader, 2, "reason"u8))
            {
                reason = _values.ReadString(ref reader, "reason");
            }
            else if (fields.Is(ref reader, 3, "message"u8))
            {
                message = _values.ReadString(ref reader, "message");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("path", "step", "reason", "message");
        return new ReportProblem(path, step, reason, message);
    }

    private IReadOnlyList<int>[] ReadShared(ref Utf8JsonReader reader)
    {
        _values.ExpectArray(ref reader, "shared");
        List<IReadOnlyList<int>> shared = [];
        while (JsonValues.NextItem(ref reader))
        {
            _values.ExpectArray(ref reader, "shared");
            List<int> sharing = [];
            while (JsonValues.NextItem(ref reader))
            {
                sharing.Add((int)Math.Min(_values.ReadLong(ref reader, "shared"), int.MaxValue));
            }

            shared.Add(sharing);
        }

        return [.. shared];
    }

    private void ReadCopies(ref Utf8JsonReader reader)
    {
        _values.ExpectArray(ref reader, "copies");
        _copyList.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _copyList.Add(_copies.Read(ref reader, _store));
        }
    }

    private ReportName[] ReadNames(ref Utf8JsonReader reader, string field)
    {
        _values.ExpectArray(ref reader, field);
        _nameList.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _nameList.Add(_store.Keep(_values.ReadName(ref reader, field)));
        }

        return _nameList.ToArray();
    }
}
