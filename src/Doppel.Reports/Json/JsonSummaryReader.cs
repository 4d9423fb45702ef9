using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Reads the summary.</summary>
internal sealed class JsonSummaryReader(JsonValues values)
{
    private readonly List<ReportStage> _stages = [];

    public ReportSummary Read(ref Utf8JsonReader reader)
    {
        var fields = new JsonFields("summary", values.Line);
        bool complete = false;
        double seconds = 0;
        ReportStage[] stages = [];
        ReportFolderTotals? folders = null;
        ReportMediaTotals? media = null;
        Span<long> counts = stackalloc long[8];
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 8, "complete"u8))
            {
                complete = values.ReadBool(ref reader, "complete");
            }
            else if (fields.Is(ref reader, 9, "seconds"u8))
            {
                seconds = values.ReadDouble(ref reader, "seconds");
            }
            else if (fields.Is(ref reader, 10, "stages"u8))
            {
                stages = ReadStages(ref reader);
            }
            else if (fields.Is(ref reader, 11, "folders"u8))
            {
                folders = ReadFolders(ref reader);
            }
            else if (fields.Is(ref reader, 12, "media"u8))
            {
                media = ReadMedia(ref reader);
            }
            else if (!TryReadCount(ref fields, ref reader, counts))
            {
                fields.SkipOther(ref reader);
            }
        }

        fields.Require(
            "files", "groups", "redundant_files", "redundant_bytes", "unique", "problems", "opened", "bytes_read",
            "complete", "seconds", "stages");
        return new ReportSummary
        {
            Complete = complete,
            Files = counts[0],
            Groups = counts[1],
            RedundantFiles = counts[2],
            RedundantBytes = counts[3],
            Unique = counts[4],
            Folders = folders,
            Media = media,
            Problems = counts[5],
            Opened = counts[6],
            BytesRead = counts[7],
            Seconds = seconds,
            Stages = stages,
        };
    }

    private bool TryReadCount(ref JsonFields fields, ref Utf8JsonReader reader, scoped Span<long> counts)
    {
        int count = reader.TokenType switch
        {
            _ when fields.Is(ref reader, 0, "files"u8) => 0,
            _ when fields.Is(ref reader, 1, "groups"u8) => 1,
            _ when fields.Is(ref reader, 2, "redundant_files"u8) => 2,
            _ when fields.Is(ref reader, 3, "redundant_bytes"u8) => 3,
            _ when fields.Is(ref reader, 4, "unique"u8) => 4,
            _ when fields.Is(ref reader, 5, "problems"u8) => 5,
            _ when fields.Is(ref reader, 6, "opened"u8) => 6,
            _ when fields.Is(ref reader, 7, "bytes_read"u8) => 7,
            _ => -1,
        };
        if (count >= 0)
        {
            counts[count] = values.ReadLong(ref reader, "a count");
        }

        return count >= 0;
    }

    private ReportFolderTotals ReadFolders(ref Utf8JsonReader reader)
    {
        values.ExpectObject(ref reader, "folders");
        var fields = new JsonFields("summary of folders", values.Line);
        var totals = new ReportFolderTotals();
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "groups"u8))
            {
                totals = totals with { Groups = values.ReadLong(ref reader, "groups") };
            }
            else if (fields.Is(ref reader, 1, "redundant_folders"u8))
            {
                totals = totals with { RedundantFolders = values.ReadLong(ref reader, "redundant_folders") };
            }
            else if (fields.Is(ref reader, 2, "contained"u8))
            {
                totals = totals with { Contained = values.ReadLong(ref reader, "contained") };
            }
            else if (fields.Is(ref reader, 3, "empty"u8))
            {
                totals = totals with { Empty = values.ReadLong(ref reader, "empty") };
            }
            else if (fields.Is(ref reader, 4, "redundant_bytes"u8))
            {
                totals = totals with { RedundantBytes = values.ReadLong(ref reader, "redundant_bytes") };
            }
            else
            {
                reader.Skip();
            }
        }

        fields.Require("groups", "redundant_folders", "contained", "empty", "redundant_bytes");
        return totals;
    }

    private ReportMediaTotals ReadMedia(ref Utf8JsonReader reader)
    {
        values.ExpectObject(ref reader, "media");
        var fields = new JsonFields("summary of media", values.Line);
        var totals = new ReportMediaTotals();
        while (JsonFields.Next(ref reader))
        {
            if (fields.Is(ref reader, 0, "groups"u8))
            {
                totals = totals with { Groups = values.ReadLong(ref reader, "groups") };
            }
            else if (fields.Is(ref reader, 1, "copies"u8))
            {
                totals = totals with { Copies = values.ReadLong(ref reader, "copies") };
            }
            else if (fields.Is(ref reader, 2, "redundant_bytes"u8))
            {
                totals = totals with { RedundantBytes = values.ReadLong(ref reader, "redundant_bytes") };
            }
            else if (fields.Is(ref reader, 3, "not_comparable"u8))
            {
                totals = totals with { NotComparable = values.ReadLong(ref reader, "not_comparable") };
            }
            else
            {
                reader.Skip();
            }
        }

        fields.Require("groups", "copies", "redundant_bytes", "not_comparable");
        return totals;
    }

    private ReportStage[] ReadStages(ref Utf8JsonReader reader)
    {
        values.ExpectArray(ref reader, "stages");
        _stages.Clear();
        while (JsonValues.NextItem(ref reader))
        {
            values.ExpectObject(ref reader, "a stage");
            var fields = new JsonFields("stage", values.Line);
            string name = "";
            double seconds = 0;
            while (JsonFields.Next(ref reader))
            {
                if (fields.Is(ref reader, 0, "name"u8))
                {
                    name = values.ReadString(ref reader, "name");
                }
                else if (fields.Is(ref reader, 1, "seconds"u8))
                {
                    seconds = values.ReadDouble(ref reader, "seconds");
                }
                else
                {
                    reader.Skip();
                }
            }

            fields.Require("name", "seconds");
            _stages.Add(new ReportStage(name, seconds));
        }

        return _stages.ToArray();
    }
}
