using System.Buffers;
using System.Text;
using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel devices</c> as JSON Lines, with one object per path.</summary>
internal static class DeviceJson
{
    /// <summary>Returns all lines.</summary>
    internal static string Render(
        IReadOnlyList<DevicePlace> places, IReadOnlyDictionary<string, DeviceVerdict> verdicts)
    {
        var bytes = new ArrayBufferWriter<byte>();
        foreach (DevicePlace place in places)
        {
            using var json = new Utf8JsonWriter(bytes);
            Write(json, place, verdicts);
            json.Flush();
            bytes.Write("\n"u8);
        }

        return Encoding.UTF8.GetString(bytes.WrittenSpan);
    }

    private static void Write(
        Utf8JsonWriter json, DevicePlace place, IReadOnlyDictionary<string, DeviceVerdict> verdicts)
    {
        json.WriteStartObject();
        json.WriteString("type", "place");
        JsonName.Write(json, "path", place.Path);
        json.WriteString("mount", place.Mount.MountPoint);
        json.WriteString("file_system", place.Mount.FileSystem);
        json.WriteStartArray("probed_ms");
        foreach (TimeSpan latency in place.Latencies)
        {
            json.WriteNumberValue(Math.Round(latency.TotalMilliseconds, 4));
        }

        json.WriteEndArray();
        json.WriteStartArray("devices");
        foreach (PhysicalDevice device in place.Mount.Devices)
        {
            DeviceVerdict verdict = verdicts[device.Name];
            json.WriteStartObject();
            json.WriteString("name", device.Name);
            json.WriteString("model", device.Model);
            json.WriteString("system", DeviceJudge.WordOf(device.Kind));
            json.WriteString("kind", DeviceJudge.WordOf(verdict.Kind));
            json.WriteNumber("readers_min", verdict.WidthMin);
            json.WriteNumber("readers_max", verdict.WidthMax);
            json.WriteString("why", verdict.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
