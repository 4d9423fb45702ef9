using System.Globalization;
using System.Text.Json;
using Doppel.Media;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel identify</c> for a file as one line of JSON.</summary>
internal static class IdentifyJson
{
    /// <summary>Returns the line.</summary>
    internal static string Render(IdentifiedFile file) => JsonLine.Of(json => Write(json, file));

    private static void Write(Utf8JsonWriter json, IdentifiedFile file)
    {
        json.WriteString("type", file.Map is null ? "not-comparable" : "media");
        JsonLine.WriteName(json, "path", file.Name);
        json.WriteNumber("size", file.Size);
        if (file.Format is { } format)
        {
            json.WriteString("format", MediaWords.Of(format));
        }

        json.WriteString("policy", MediaWords.Of(file.Policy));
        if (file.Map is { } map)
        {
            WritePayload(json, map, file);
        }
        else
        {
            json.WriteString("reason", file.Reason);
        }

        WriteTags(json, file.Tags);
    }

    private static void WritePayload(Utf8JsonWriter json, MediaMap map, IdentifiedFile file)
    {
        json.WriteNumber("payload_size", map.PayloadBytes);
        json.WriteString("digest", file.Digest.ToString());
        json.WriteString("key", map.Key.ToString());
        json.WriteStartArray("parts");
        foreach (PayloadPart part in map.Parts)
        {
            json.WriteStartObject();
            json.WriteNumber("offset", part.Offset);
            json.WriteNumber("length", part.Length);
            json.WriteString("meaning", part.Meaning);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    // If a tag name has several values, they are written as a list at the position of the first one.
    private static void WriteTags(Utf8JsonWriter json, MediaTags tags)
    {
        if (tags.CoverBytes > 0)
        {
            json.WriteNumber("cover_size", tags.CoverBytes);
        }

        if (tags.Taken is { } taken)
        {
            json.WriteString("taken", taken.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture));
        }

        json.WriteStartObject("tags");
        foreach (IGrouping<string, string> tag in tags.All.GroupBy(static tag => tag.Name, static tag => tag.Value))
        {
            string[] values = [.. tag];
            if (values is [string alone])
            {
                json.WriteString(tag.Key, alone);
                continue;
            }

            json.WriteStartArray(tag.Key);
            Array.ForEach(values, json.WriteStringValue);
            json.WriteEndArray();
        }

        json.WriteEndObject();
    }
}
