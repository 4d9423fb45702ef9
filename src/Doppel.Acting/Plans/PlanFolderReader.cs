using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Reads the folders of a plan.</summary>
internal sealed class PlanFolderReader(JsonValues values, PlanCopyReader copies)
{
    private const int ListingChars = 64;

    public PlanFolder Read(ref Utf8JsonReader reader, NameStore store)
    {
        var fields = new JsonFields("folder", values.Line);
        var folder = new PlanFolder { Name = default, Reason = "", Listing = "" };
        string by = "";
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "path"u8))
            {
                folder = folder with { Name = ReadPath(ref reader, store) };
            }
            else if (fields.Is(ref reader, 1, "reason"u8))
            {
                folder = folder with { Reason = values.ReadString(ref reader, "reason") };
            }
            else if (fields.Is(ref reader, 2, "listing"u8))
            {
                folder = folder with { Listing = values.ReadString(ref reader, "listing") };
            }
            else if (fields.Is(ref reader, 7, "keeper"u8))
            {
                folder = folder with { Keeper = ReadPath(ref reader, store) };
            }
            else if (fields.Is(ref reader, 8, "by"u8))
            {
                by = values.ReadString(ref reader, "by");
            }
            else if (fields.Is(ref reader, 9, "symbolic_links"u8))
            {
                folder = folder with { SymbolicLinks = copies.ReadLinks(ref reader, store) };
            }
            else if (!TryReadCount(ref fields, ref reader, ref folder))
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require("path", "reason", "listing", "files", "names", "freed_bytes", "held_files");
        if (by is not ("name" or "content") && !(by.Length == 0 && folder.Keeper.IsEmpty))
        {
            throw values.Wrong("by", "name or content");
        }

        return folder.Listing.Length == ListingChars
            ? folder with { Match = by == "content" ? FolderMatch.Content : FolderMatch.Name }
            : throw values.Wrong("listing", "64 hex digits in a string");
    }

    private bool TryReadCount(ref JsonFields fields, ref Utf8JsonReader reader, ref PlanFolder folder)
    {
        if (fields.Is(ref reader, 3, "files"u8))
        {
            folder = folder with { Files = values.ReadLong(ref reader, "files") };
        }
        else if (fields.Is(ref reader, 4, "names"u8))
        {
            folder = folder with { Names = values.ReadLong(ref reader, "names") };
        }
        else if (fields.Is(ref reader, 5, "freed_bytes"u8))
        {
            folder = folder with { FreedBytes = values.ReadLong(ref reader, "freed_bytes") };
        }
        else if (fields.Is(ref reader, 6, "held_files"u8))
        {
            folder = folder with { HeldFiles = values.ReadLong(ref reader, "held_files") };
        }
        else
        {
            return false;
        }

        return true;
    }

    private ReportName ReadPath(ref Utf8JsonReader reader, NameStore store)
    {
        ReportName path = store.Keep(values.ReadName(ref reader, "a folder"));
        return PlanPaths.IsPlain(path.Bytes)
            ? path
            : throw values.Wrong("a folder", "an absolute path without '.', '..' and empty parts");
    }
}
