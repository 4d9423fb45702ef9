using System.Text.Json;
using System.Text.Unicode;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Writes names as JSON.</summary>
internal static class JsonName
{
    /// <summary>Writes a name in the format of reports: as text, or as bytes if it is not valid UTF-8.</summary>
    internal static void Write(Utf8JsonWriter json, string field, ReportName name)
    {
        if (Utf8.IsValid(name.Bytes))
        {
            json.WriteString(field, name.Bytes);
            return;
        }

        json.WriteStartObject(field);
        json.WriteBase64String("base64", name.Bytes);
        json.WriteEndObject();
    }
}
