using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the copies of a plan.</summary>
internal sealed class PlanCopyReader(JsonValues values)
{
    public PlanCopy Read(ref Utf8JsonReader reader, NameStore store)
    {
        values.ExpectObject(ref reader, "a copy");
        var fields = new JsonFields("copy", values.Line);
        ReportName[] names = [];
        var facts = new FileFacts { Kind = EntryKind.File, Size = -1 };
        ReportTag[] lost = [];
        bool sharesBlocks = false;
        MetadataKinds changes = MetadataKinds.None;
        PlanLink[] links = [];
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "names"u8))
            {
                names = ReadNames(ref reader, store);
            }
            else if (fields.Is(ref reader, 10, "shares_blocks"u8))
            {
                sharesBlocks = values.ReadBool(ref reader, "shares_blocks");
            }
            else if (fields.Is(ref reader, 11, "changes"u8))
            {
                changes = ReadChanges(ref reader);
            }
            else if (fields.Is(ref reader, 12, "symbolic_links"u8))
            {
                links = ReadLinks(ref reader, store);
            }
            else if (fields.Is(ref reader, 13, "size"u8))
            {
                facts.Size = values.ReadLong(ref reader, "size");
            }
            else if (fields.Is(ref reader, 14, "lost_tags"u8))
            {
                lost = PlanTags.Read(ref reader, values);
            }
            else if (!TryReadFact(ref fields, ref reader, ref facts))
            {
                reader.Skip();
            }
        }

        fields.Require(
            "names", "links", "device", "inode", "allocated", "owner", "group", "mode", "modified", "changed");
        return Array.TrueForAll(links, link => names.Contains(link.Final))
            ? new PlanCopy
            {
                Names = names,
                Facts = facts,
                SharesBlocks = sharesBlocks,
                Changes = changes,
                SymbolicLinks = links,
                LostTags = lost,
            }
            : throw values.Wrong("final", "a name of the copy");
    }

    private MetadataKinds ReadChanges(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "changes");
        MetadataKinds changes = MetadataKinds.None;
        while (JsonValues.NextItem(ref reader))
        {
            changes |= MetadataWords.Parse(values.ReadString(ref reader, "a change"));
        }

        return changes;
    }

    public PlanLink[] ReadLinks(ref Utf8JsonReader reader, NameStore store)
    {
        values.ExpectArray(ref reader, "symbolic_links");
        List<PlanLink> links = [];
        while (JsonValues.NextItem(ref reader))
        {
            links.Add(ReadLink(ref reader, store));
        }

        return [.. links];
    }

    private PlanLink ReadLink(ref Utf8JsonReader reader, NameStore store)
    {
        values.ExpectObject(ref reader, "a symbolic link");
        var fields = new JsonFields("symbolic link", values.Line);
        ReportName name = default;
        ReportName target = default;
        ReportName final = default;
        bool isReference = false;
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "name"u8))
            {
                name = ReadName(ref reader, store);
            }
            else if (fields.Is(ref reader, 1, "target"u8))
            {
                target = store.Keep(values.ReadName(ref reader, "target"));
            }
            else if (fields.Is(ref reader, 2, "final"u8))
            {
                final = ReadName(ref reader, store);
            }
            else if (fields.Is(ref reader, 3, "never"u8))
            {
                isReference = values.ReadBool(ref reader, "never");
            }
            else
            {
                reader.Skip();
            }
        }

        fields.Require("name", "target", "final");
        return new PlanLink { Name = name, Target = target, Final = final, IsReference = isReference };
    }

    private bool TryReadFact(ref JsonFields fields, ref Utf8JsonReader reader, ref FileFacts facts)
    {
        if (fields.Is(ref reader, 1, "links"u8))
        {
            facts.Links = values.ReadUInt(ref reader, "links");
        }
        else if (fields.Is(ref reader, 2, "device"u8))
        {
            facts.Device = values.ReadIdentity(ref reader, "device");
        }
        else if (fields.Is(ref reader, 3, "inode"u8))
        {
            facts.Inode = values.ReadIdentity(ref reader, "inode");
        }
        else if (fields.Is(ref reader, 4, "allocated"u8))
        {
            facts.Allocated = values.ReadLong(ref reader, "allocated");
        }
        else if (fields.Is(ref reader, 5, "owner"u8))
        {
            facts.Owner = values.ReadUInt(ref reader, "owner");
        }
        else if (fields.Is(ref reader, 6, "group"u8))
        {
            facts.Group = values.ReadUInt(ref reader, "group");
        }
        else if (fields.Is(ref reader, 7, "mode"u8))
        {
            facts.Mode = OctalMode.TryParse(values.ReadText(ref reader, "mode"), out uint mode)
                ? mode
                : throw values.Wrong("mode", "four octal digits in a string");
        }
        else if (fields.Is(ref reader, 8, "modified"u8))
        {
            facts.Modified = ReadTime(ref reader, "modified");
        }
        else if (fields.Is(ref reader, 9, "changed"u8))
        {
            facts.Changed = ReadTime(ref reader, "changed");
        }
        else
        {
            return false;
        }

        return true;
    }

    private FileTime ReadTime(ref Utf8JsonReader reader, string field)
    {
        ReportTime time = values.ReadTime(ref reader, field);
        return new FileTime(time.Seconds, time.Nanoseconds);
    }

    private ReportName[] ReadNames(ref Utf8JsonReader reader, NameStore store)
    {
        values.ExpectArray(ref reader, "names");
        List<ReportName> names = [];
        while (JsonValues.NextItem(ref reader))
        {
            names.Add(ReadName(ref reader, store));
        }

        return names.Count > 0 ? [.. names] : throw values.Wrong("names", "a list of at least one name");
    }

    private ReportName ReadName(ref Utf8JsonReader reader, NameStore store)
    {
        ReportName name = store.KeepFile(values.ReadName(ref reader, "a name"), values.Line);
        return PlanPaths.IsPlain(name.Bytes)
            ? name
            : throw values.Wrong("a name", "an absolute path without '.', '..' and empty parts");
    }
}
