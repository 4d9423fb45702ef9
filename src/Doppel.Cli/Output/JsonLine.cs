using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Renders results as JSON Lines.</summary>
internal static class JsonLine
{
    /// <summary>Returns a line with one object.</summary>
    /// <param name="write">Writes the fields of the object.</param>
    internal static string Of(Action<Utf8JsonWriter> write)
    {
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }

        bytes.Write("\n"u8);
        return Encoding.UTF8.GetString(bytes.WrittenSpan);
    }

    /// <summary>Writes a name in the format of reports: as text, or as bytes if it is not valid UTF-8.</summary>
    internal static void WriteName(Utf8JsonWriter json, string field, ReportName name)
    {
        json.WritePropertyName(field);
        WriteNameValue(json, name);
    }

    /// <summary>Writes a name like <see cref="WriteName"/>, as an element of an array.</summary>
    internal static void WriteNameValue(Utf8JsonWriter json, ReportName name)
    {
        if (Utf8.IsValid(name.Bytes))
        {
            json.WriteStringValue(name.Bytes);
            return;
        }

        json.WriteStartObject();
        json.WriteBase64String("base64", name.Bytes);
        json.WriteEndObject();
    }
}
