using System.Text;

namespace Doppel.Reports;

/// <summary>Reads the objects of the array one by one.</summary>
internal sealed class RmlintItemReader(LooseJson json)
{
    private readonly NameStore _store = new();
    private bool _hasChecksum;
    private string? _version;
    private ReportName _directory;
    private ReportName[] _command = [];
    private bool? _aborted;

    /// <summary>Gets the last object read.</summary>
    public RmlintItem Item { get; } = new();

    /// <summary>Gets the contents of the header after it was read.</summary>
    public ReportBegin? Begin { get; private set; }

    /// <summary>Gets whether the search ran to completion, once the footer was read.</summary>
    public bool? Complete { get; private set; }

    /// <summary>Gets the number of files that the search saw, from the footer.</summary>
    public long Files { get; private set; }

    /// <summary>Gets the hash function of the checksums, once the header was read and if it names one.</summary>
    public string? ChecksumType { get; private set; }

    /// <summary>Reads the next object.</summary>
    public void Read()
    {
        Item.Clear();
        _hasChecksum = false;
        _version = null;
        _aborted = null;
        json.Take('{');
        long line = json.Line;
        bool first = true;
        bool typed = false;
        bool any = false;
        bool duplicate = false;
        while (json.TryNextField(ref first))
        {
            any = true;
            if (Is("type"u8))
            {
                json.Once(typed);
                json.ReadString("type");
                typed = true;
                duplicate = Is("duplicate_file"u8);
            }
            else if (!TryReadItemField() && !TryReadOtherField())
            {
                json.SkipValue();
            }
        }

        RmlintItemKind ofType = duplicate ? RmlintItemKind.Duplicate : RmlintItemKind.Other;
        Item.Kind = typed ? ofType : KindWithoutType(any, line);
        if (duplicate && (Item.Path.IsEmpty || Item.Size < 0 || Item.IsOriginal is null))
        {
            throw new ReportFormatException(line, "begins a duplicate_file that lacks path, size or is_original");
        }

        if (Item.Kind == RmlintItemKind.Header)
        {
            Begin = ToBegin();
        }
        else if (Item.Kind == RmlintItemKind.Footer)
        {
            Complete = _aborted == false;
        }
    }

    private RmlintItemKind KindWithoutType(bool hasFields, long line)
    {
        if (_aborted is not null)
        {
            return RmlintItemKind.Footer;
        }

        if (_version is not null)
        {
            return RmlintItemKind.Header;
        }

        return hasFields
            ? throw new ReportFormatException(line, "begins an object that is neither header, file nor footer")
            : RmlintItemKind.Empty;
    }

    /// <summary>Reads a field of an item.</summary>
    private bool TryReadItemField()
    {
        if (Is("path"u8))
        {
            json.Once(!Item.Path.IsEmpty);
            ReadPath();
        }
        else if (Is("size"u8))
        {
            json.Once(Item.Size >= 0);
            Item.Size = json.ReadSize("size");
        }
        else if (Is("is_original"u8))
        {
            json.Once(Item.IsOriginal is not null);
            Item.IsOriginal = json.ReadBoolean("is_original");
        }
        else if (Is("checksum"u8))
        {
            json.Once(_hasChecksum);
            json.ReadString("checksum");
            Item.Checksum = json.Value;
            _hasChecksum = true;
        }
        else if (Is("twins"u8))
        {
            json.Once(Item.Twins > 0);
            Item.Twins = json.ReadWhole("twins");
        }
        else if (Is("inode"u8))
        {
            json.Once(Item.Inode is not null);
            Item.Inode = json.ReadWhole("inode");
        }
        else if (Is("disk_id"u8))
        {
            json.Once(Item.Device is not null);
            Item.Device = json.ReadWhole("disk_id");
        }
        else
        {
            return false;
        }

        return true;
    }

    /// <summary>Reads a field of the header or the footer.</summary>
    private bool TryReadOtherField()
    {
        if (Is("version"u8))
        {
            json.ReadString("version");
            _version = Encoding.UTF8.GetString(json.Value);
        }
        else if (Is("cwd"u8))
        {
            json.ReadUnescaped("cwd");
            _directory = _store.Keep(json.Value);
        }
        else if (Is("args"u8))
        {
            json.ReadUnescaped("args");
            _command = [_store.Keep(json.Value)];
        }
        else if (Is("checksum_type"u8))
        {
            json.ReadString("checksum_type");
            ChecksumType = Encoding.UTF8.GetString(json.Value);
        }
        else if (Is("aborted"u8))
        {
            _aborted = json.ReadBoolean("aborted");
        }
        else if (Is("total_files"u8))
        {
            Files = json.ReadSize("total_files");
        }
        else
        {
            return false;
        }

        return true;
    }

    private void ReadPath()
    {
        long line = json.Line;
        json.ReadString("path");
        // rmlint writes this instead of a path that is too long for it.
        Item.HasPath = !json.Value.SequenceEqual("<BROKEN PATH>"u8);
        if (Item.HasPath && (!json.IsExact || !json.Value.StartsWith("/"u8)))
        {
            throw new ReportFormatException(line, "holds a path that rmlint cannot have written: all are absolute");
        }

        Item.Path = _store.KeepFile(json.Value, line);
    }

    private ReportBegin ToBegin() => new()
    {
        Version = _version!,
        Command = _command,
        WorkingDirectory = _directory,
        Roots = [],
        Started = default,
    };

    private bool Is(ReadOnlySpan<byte> text) => json.Value.SequenceEqual(text);
}
