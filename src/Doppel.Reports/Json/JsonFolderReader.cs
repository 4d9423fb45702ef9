using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Reads the objects that describe folders.</summary>
internal sealed class JsonFolderReader(JsonValues values, NameStore store)
{
    private readonly List<ReportName> _names = [];
    private readonly List<int> _roots = [];

    public ReportFolderGroup? Group { get; private set; }

    public ReportContainedFolder? Contained { get; private set; }

    public ReportFolder Empty { get; private set; }

    public void Read(ref Utf8JsonReader reader, LineType type)
    {
        switch (type)
        {
            case LineType.Folders:
                Group = ReadGroup(ref reader);
                break;
            case LineType.Contained:
                Contained = ReadContained(ref reader);
                break;
            default:
                Empty = ReadEmpty(ref reader);
                break;
        }
    }

    private ReportFolderGroup ReadGroup(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("group of folders", values.Line);
        FolderMatch match = default;
        FolderContent content = default;
        long redundant = 0;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "by"u8))
            {
                match = ReadMatch(ref reader);
            }
            else if (fields.Is(ref reader, 1, "folders"u8))
            {
                ReadNames(ref reader);
            }
            else if (fields.Is(ref reader, 2, "roots"u8))
            {
                ReadRoots(ref reader);
            }
            else if (!TryReadContent(ref fields, ref reader, 3, ref content, ref redundant))
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("by", "folders", "roots", "proof", "bytes", "files", "entries", "redundant_bytes");
        if (_names.Count < 2 || _roots.Count != _names.Count)
        {
            throw values.Wrong("folders", "a list of at least two, each with its root");
        }

        return new ReportFolderGroup
        {
            Match = match,
            Folders = [.. _names.Zip(_roots, static (name, root) => new ReportFolder(name, root))],
            Content = content,
            RedundantBytes = redundant,
        };
    }

    private ReportContainedFolder ReadContained(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("contained folder", values.Line);
        ReportName folder = default;
        ReportName container = default;
        int root = 0;
        int rootOfContainer = 0;
        FolderContent content = default;
        long redundant = 0;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "folder"u8))
            {
                folder = ReadName(ref reader, "folder");
            }
            else if (fields.Is(ref reader, 1, "root"u8))
            {
                root = ReadRoot(ref reader, "root");
            }
            else if (fields.Is(ref reader, 2, "in"u8))
            {
                container = ReadName(ref reader, "in");
            }
            else if (fields.Is(ref reader, 3, "in_root"u8))
            {
                rootOfContainer = ReadRoot(ref reader, "in_root");
            }
            else if (!TryReadContent(ref fields, ref reader, 4, ref content, ref redundant))
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("folder", "root", "in", "in_root", "proof", "bytes", "files", "entries", "redundant_bytes");
        return new ReportContainedFolder
        {
            Folder = new ReportFolder(folder, root),
            Container = new ReportFolder(container, rootOfContainer),
            Content = content,
            RedundantBytes = redundant,
        };
    }

    private ReportFolder ReadEmpty(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("empty folder", values.Line);
        ReportName folder = default;
        int root = 0;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "folder"u8))
            {
                folder = ReadName(ref reader, "folder");
            }
            else if (fields.Is(ref reader, 1, "root"u8))
            {
                root = ReadRoot(ref reader, "root");
            }
            else
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("folder", "root");
        return new ReportFolder(folder, root);
    }

    private bool TryReadContent(
        ref JsonFields fields, ref Utf8JsonReader reader, int first, ref FolderContent content, ref long redundant)
    {
        if (fields.Is(ref reader, first, "proof"u8))
        {
            content = content with { Proof = values.ReadProof(ref reader) };
        }
        else if (fields.Is(ref reader, first + 1, "bytes"u8))
        {
            content = content with { Bytes = values.ReadLong(ref reader, "bytes") };
        }
        else if (fields.Is(ref reader, first + 2, "files"u8))
        {
            content = content with { Files = values.ReadLong(ref reader, "files") };
        }
        else if (fields.Is(ref reader, first + 3, "entries"u8))
        {
            content = content with { Entries = values.ReadLong(ref reader, "entries") };
        }
        else if (fields.Is(ref reader, first + 4, "redundant_bytes"u8))
        {
            redundant = values.ReadLong(ref reader, "redundant_bytes");
        }
        else
        {
            return false;
        }

        return true;
    }

    private FolderMatch ReadMatch(ref Utf8JsonReader reader)
    {
        ReadOnlySpan<byte> word = values.ReadText(ref reader, "by");
        if (word.SequenceEqual("name"u8))
        {
            return FolderMatch.Name;
        }

        return word.SequenceEqual("content"u8) ? FolderMatch.Content : throw values.Wrong("by", "name or content");
    }

    private void ReadNames(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "folders");
        _names.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _names.Add(ReadName(ref reader, "folders"));
        }
    }

    private void ReadRoots(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "roots");
        _roots.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            _roots.Add(ReadRoot(ref reader, "roots"));
        }
    }

    private ReportName ReadName(ref Utf8JsonReader reader, string field) =>
        store.Keep(values.ReadName(ref reader, field));

    private int ReadRoot(ref Utf8JsonReader reader, string field) =>
        (int)Math.Min(values.ReadLong(ref reader, field, min: -1), int.MaxValue);
}
