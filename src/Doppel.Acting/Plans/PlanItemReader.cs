using System.Text.Json;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Reads the JSON object of one line.</summary>
internal sealed class PlanItemReader
{
    private readonly JsonValues _values = new();
    private readonly NameStore _store = new();
    private readonly PlanCopyReader _copies;

    public PlanItemReader() => _copies = new PlanCopyReader(_values);

    public long Line
    {
        get => _values.Line;
        set => _values.Line = value;
    }

    public PlanBegin? Begin { get; private set; }

    public PlanGroup? Group { get; private set; }

    public PlanFolder? Folder { get; private set; }

    public PlanRefusal? Refusal { get; private set; }

    public PlanSummary? Summary { get; private set; }

    /// <summary>Reads an object of a known type into its property, or skips an object of an unknown type.</summary>
    /// <exception cref="JsonException">The line is not valid JSON.</exception>
    /// <exception cref="ReportFormatException">The object violates a rule of its type.</exception>
    public void Read(ref Utf8JsonReader reader, PlanLine type)
    {
        reader.Read();
        switch (type)
        {
            case PlanLine.Begin:
                Begin = ReadBegin(ref reader);
                break;
            case PlanLine.Group:
                Group = ReadGroup(ref reader, isMedia: false);
                break;
            case PlanLine.MediaGroup:
                Group = ReadGroup(ref reader, isMedia: true);
                break;
            case PlanLine.Folder:
                Folder = new PlanFolderReader(_values, _copies).Read(ref reader, _store);
                break;
            case PlanLine.Refusal:
                Refusal = ReadRefusal(ref reader);
                break;
            case PlanLine.Summary:
                Summary = ReadSummary(ref reader);
                break;
            default:
                reader.Skip();
                break;
        }

        // Makes the reader throw if anything follows the object.
        reader.Read();
    }

    private PlanBegin ReadBegin(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("plan", Line);
        long schema = 0;
        string version = "";
        List<string> rules = [];
        List<ReportName> roots = [];
        ReportTime made = default;
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
            else if (fields.Is(ref reader, 2, "rules"u8))
            {
                _values.ExpectArray(ref reader, "rules");
                while (JsonValues.NextItem(ref reader))
                {
                    rules.Add(_values.ReadString(ref reader, "a rule"));
                }
            }
            else if (fields.Is(ref reader, 3, "roots"u8))
            {
                _values.ExpectArray(ref reader, "roots");
                while (JsonValues.NextItem(ref reader))
                {
                    roots.Add(_store.Keep(_values.ReadName(ref reader, "a root")));
                }
            }
            else if (fields.Is(ref reader, 4, "made"u8))
            {
                made = _values.ReadTime(ref reader, "made");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("schema", "version", "rules", "roots", "made");
        return schema > 1
            ? throw new ReportFormatException(Line, $"has schema {schema}; this program reads schema 1")
            : new PlanBegin { Version = version, Rules = rules, Roots = roots, Made = made };
    }

    private PlanGroup ReadGroup(ref Utf8JsonReader reader, bool isMedia)
    {
        var fields = new JsonFields(isMedia ? "media group" : "group", Line);
        string format = "";
        MediaPolicy policy = default;
        long size = 0;
        Proof? proof = null;
        Digest128? digest = null;
        string reason = "";
        PlanCopy[] keep = [];
        PlanCopy[] drop = [];
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, isMedia ? "payload_size"u8 : "size"u8))
            {
                size = _values.ReadLong(ref reader, "size");
            }
            else if (fields.Is(ref reader, 1, "reason"u8))
            {
                reason = _values.ReadString(ref reader, "reason");
            }
            else if (fields.Is(ref reader, 2, "keep"u8))
            {
                keep = ReadCopies(ref reader, "keep", isMedia);
            }
            else if (fields.Is(ref reader, 3, "drop"u8))
            {
                drop = ReadCopies(ref reader, "drop", isMedia);
            }
            else if (isMedia && fields.Is(ref reader, 6, "format"u8))
            {
                format = _values.ReadString(ref reader, "format");
            }
            else if (isMedia && fields.Is(ref reader, 7, "policy"u8))
            {
                policy = MediaWords.ParsePolicy(_values.ReadString(ref reader, "policy"))
                    ?? throw _values.Wrong("policy", "strict or loose");
            }
            else if (fields.Is(ref reader, 4, "proof"u8))
            {
                proof = ProofWords.TryParse(_values.ReadText(ref reader, "proof"), out Proof told)
                    ? told
                    : throw _values.Wrong("proof", "bytes, xxh3-128 or unstated");
            }
            else if (fields.Is(ref reader, 5, "digest"u8))
            {
                digest = HexDigests.TryParse(_values.ReadText(ref reader, "digest"), out Digest128 told)
                    ? told
                    : throw _values.Wrong("digest", "32 hex digits in a string");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require(isMedia ? "payload_size" : "size", "reason", "keep", "drop");
        if (isMedia && (!fields.Has(6) || !fields.Has(7)))
        {
            throw new ReportFormatException(Line, "holds a media group that lacks its format or policy");
        }

        CheckOnce(keep, drop);
        return new PlanGroup
        {
            Size = size,
            Proof = proof,
            Digest = digest,
            Reason = reason,
            Media = isMedia ? new PlanMedia(format, policy) : null,
            Keep = isMedia ? keep : WithSize(keep, size),
            Drop = isMedia ? drop : WithSize(drop, size),
        };
    }

    private PlanCopy[] ReadCopies(ref Utf8JsonReader reader, string field, bool isMedia)
    {
        _values.ExpectArray(ref reader, field);
        List<PlanCopy> copies = [];
        while (JsonValues.NextItem(ref reader))
        {
            PlanCopy copy = _copies.Read(ref reader, _store);
            copies.Add(!isMedia || copy.Facts.Size >= 0
                ? copy
                : throw new ReportFormatException(Line, "holds a copy of media that lacks its size"));
        }

        return copies.Count > 0 ? [.. copies] : throw _values.Wrong(field, "a list of at least one copy");
    }

    // Rejects an inode that is both kept and dropped, and a name in two copies: acting on them would remove what must
    // be kept.
    private void CheckOnce(PlanCopy[] keep, PlanCopy[] drop)
    {
        HashSet<ReportName> names = [];
        HashSet<(ulong, ulong)> inodes = [];
        foreach (PlanCopy copy in keep.Concat(drop))
        {
            if (!inodes.Add((copy.Facts.Device, copy.Facts.Inode)))
            {
                throw new ReportFormatException(Line, "holds a group that has one inode as two copies");
            }

            if (!copy.Names.All(names.Add))
            {
                throw new ReportFormatException(Line, "holds a group that has one name twice");
            }
        }
    }

    // The size may come after the copies.
    private static PlanCopy[] WithSize(PlanCopy[] copies, long size) =>
        Array.ConvertAll(copies, copy => copy with { Facts = copy.Facts with { Size = size } });

    private PlanRefusal ReadRefusal(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("refusal", Line);
        ReportName path = default;
        string reason = "";
        string message = "";
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "path"u8))
            {
                path = _store.Keep(_values.ReadName(ref reader, "path"));
            }
            else if (fields.Is(ref reader, 1, "reason"u8))
            {
                reason = _values.ReadString(ref reader, "reason");
            }
            else if (fields.Is(ref reader, 2, "message"u8))
            {
                message = _values.ReadString(ref reader, "message");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("path", "reason", "message");
        return new PlanRefusal(path, reason, message);
    }

    private PlanSummary ReadSummary(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("summary", Line);
        Span<long> counts = stackalloc long[11];
        while (JsonFields.Next(ref reader))
        {
            int count = reader.TokenType switch
            {
                _ when fields.Is(ref reader, 0, "groups"u8) => 0,
                _ when fields.Is(ref reader, 1, "files"u8) => 1,
                _ when fields.Is(ref reader, 2, "names"u8) => 2,
                _ when fields.Is(ref reader, 3, "freed_bytes"u8) => 3,
                _ when fields.Is(ref reader, 4, "held_files"u8) => 4,
                _ when fields.Is(ref reader, 5, "dangling_links"u8) => 5,
                _ when fields.Is(ref reader, 6, "refusals"u8) => 6,
                _ when fields.Is(ref reader, 7, "idle_groups"u8) => 7,
                _ when fields.Is(ref reader, 8, "folders"u8) => 8,
                _ when fields.Is(ref reader, 9, "media_groups"u8) => 9,
                _ when fields.Is(ref reader, 10, "losing_files"u8) => 10,
                _ => -1,
            };
            if (count >= 0)
            {
                counts[count] = _values.ReadLong(ref reader, "a count");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require(
            "groups", "files", "names", "freed_bytes", "held_files", "dangling_links", "refusals", "idle_groups");
        return new PlanSummary
        {
            Groups = counts[0],
            Files = counts[1],
            Names = counts[2],
            FreedBytes = counts[3],
            HeldFiles = counts[4],
            DanglingLinks = counts[5],
            Refusals = counts[6],
            IdleGroups = counts[7],
            Folders = counts[8],
            MediaGroups = counts[9],
            LosingFiles = counts[10],
        };
    }
}

/// <summary>Specifies the type of a line in a plan.</summary>
internal enum PlanLine : byte
{
    /// <summary>A type of a later version, which is skipped.</summary>
    Unknown,
    Begin,
    Group,
    MediaGroup,
    Folder,
    Refusal,
    Summary,
}
