using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// Writes and reads the tags that a plan loses, as an object with one or more strings for each tag name.
/// </summary>
internal static class PlanTags
{
    internal static void Write(Utf8Output output, JsonText text, IReadOnlyList<ReportTag> tags)
    {
        for (int i = 0; i < tags.Count; i++)
        {
            output.Write(i == 0 ? ",\"lost_tags\":{"u8 : ","u8);
            text.WriteString(tags[i].Name);
            for (int j = 0; j < tags[i].Values.Count; j++)
            {
                output.Write(j == 0 ? ":["u8 : ","u8);
                text.WriteString(tags[i].Values[j]);
            }

            output.Write((byte)']');
        }

        output.Write(tags.Count > 0 ? "}"u8 : ""u8);
    }

    internal static ReportTag[] Read(ref Utf8JsonReader reader, JsonValues values)
    {
        values.ExpectObject(ref reader, "lost_tags");
        List<ReportTag> tags = [];
        HashSet<string> names = [];
        while (JsonFields.Next(ref reader))
        {
            string name = values.ReadFieldName(ref reader);
            reader.Read();
            values.ExpectArray(ref reader, "a lost tag");
            List<string> texts = [];
            while (JsonValues.NextItem(ref reader))
            {
                texts.Add(values.ReadString(ref reader, "a lost tag"));
            }

            tags.Add(name.Length > 0 && texts.Count > 0 && names.Add(name)
                ? new ReportTag(name, texts)
                : throw values.Wrong("lost_tags", "an object of arrays with at least one string, no name twice"));
        }

        return [.. tags];
    }
}
