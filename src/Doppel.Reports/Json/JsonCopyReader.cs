using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Reads copies.</summary>
internal sealed class JsonCopyReader(JsonValues values)
{
    private readonly List<ReportName> _names = [];
    private readonly List<int> _roots = [];
    private readonly List<bool> _followed = [];

    /// <summary>The number of fields of every copy. Additional fields are numbered from here.</summary>
    public const int Fields = 11;

    /// <summary>Reads a copy.</summary>
    /// <param name="reader">The reader, positioned at the copy.</param>
    /// <param name="store">Stores the copy's names.</param>
    /// <param name="more">Reads the additional fields of a media copy, or null if it is not one.</param>
    public ReportCopy Read(ref Utf8JsonReader reader, NameStore store, JsonMediaCopyFields? more = null)
    {
        values.ExpectObject(ref reader, "a copy");
        var fields = new JsonFields("copy", values.Line);
        uint links = 0;
        ulong device = 0;
        ulong inode = 0;
        long allocated = 0;
        uint owner = 0;
        uint group = 0;
        uint mode = 0;
        ReportTime modified = default;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "names"u8))
            {
                ReadNames(ref reader, store);
            }
            else if (fields.Is(ref reader, 1, "roots"u8))
            {
                ReadRoots(ref reader);
            }
            else if (fields.Is(ref reader, 2, "links"u8))
            {
                links = values.ReadUInt(ref reader, "links");
            }
            else if (fields.Is(ref reader, 3, "device"u8))
            {
                device = values.ReadIdentity(ref reader, "device");
            }
            else if (fields.Is(ref reader, 4, "inode"u8))
            {
                inode = values.ReadIdentity(ref reader, "inode");
            }
            else if (fields.Is(ref reader, 5, "allocated"u8))
            {
                allocated = values.ReadLong(ref reader, "allocated");
            }
            else if (fields.Is(ref reader, 6, "owner"u8))
            {
                owner = values.ReadUInt(ref reader, "owner");
            }
            else if (fields.Is(ref reader, 7, "group"u8))
            {
                group = values.ReadUInt(ref reader, "group");
            }
            else if (fields.Is(ref reader, 8, "mode"u8))
            {
                mode = ReadMode(ref reader);
            }
            else if (fields.Is(ref reader, 9, "modified"u8))
            {
                modified = values.ReadTime(ref reader, "modified");
            }
            else if (fields.Is(ref reader, 10, "followed"u8))
            {
                ReadFollowed(ref reader);
            }
            else if (more is null || !more.TryRead(ref fields, ref reader))
            {
                reader.Skip();
            }
        }

        fields.Require(
            "names", "roots", "links", "device", "inode", "allocated", "owner", "group", "mode", "modified");
        CheckLengths(fields.Has(10));
        more?.Check(fields);
        return new ReportCopy
        {
            Names = _names.ToArray(),
            Roots = _roots.ToArray(),
            Followed = fields.Has(10) ? _followed.ToArray() : null,
            Links = links,
            Device = device,
            Inode = inode,
            Allocated = allocated,
            Owner = owner,
            Group = group,
            Mode = mode,
            Modified = modified,
        };
    }

    private void ReadNames(ref Utf8JsonReader reader, NameStore store)
    {
        values.ExpectArray(ref reader, "names");
        _names.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _names.Add(store.KeepFile(values.ReadName(ref reader, "a name"), values.Line));
        }
    }

    private void ReadRoots(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "roots");
        _roots.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            long root = values.ReadLong(ref reader, "a root", min: -1);
            _roots.Add(root <= int.MaxValue ? (int)root : throw values.Wrong("a root", "below 2147483648"));
        }
    }

    private void ReadFollowed(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "followed");
        _followed.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _followed.Add(values.ReadBool(ref reader, "followed"));
        }
    }

    private uint ReadMode(ref Utf8JsonReader reader) =>
        OctalMode.TryParse(values.ReadText(ref reader, "mode"), out uint mode)
            ? mode
            : throw values.Wrong("mode", "four octal digits in a string");

    private void CheckLengths(bool followed)
    {
        if (_names.Count == 0)
        {
            throw values.Wrong("names", "a list of at least one name");
        }

        if (_roots.Count != _names.Count)
        {
            throw values.Wrong("roots", "as long as names");
        }

        if (followed && _followed.Count != _names.Count)
        {
            throw values.Wrong("followed", "as long as names");
        }
    }
}
