using System.Text.Json;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel devices</c> as JSON Lines, with one object per path.</summary>
internal static class DeviceJson
{
    /// <summary>Returns all lines.</summary>
    internal static string Render(
        IReadOnlyList<DevicePlace> places, IReadOnlyDictionary<string, DeviceVerdict> verdicts) =>
        string.Concat(places.Select(place => JsonLine.Of(json => Write(json, place, verdicts))));

    private static void Write(
        Utf8JsonWriter json, DevicePlace place, IReadOnlyDictionary<string, DeviceVerdict> verdicts)
    {
        json.WriteString("type", "place");
        JsonLine.WriteName(json, "path", place.Path);
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
    }
}
