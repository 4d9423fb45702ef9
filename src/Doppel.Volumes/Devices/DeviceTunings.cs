using System.Buffers;
using System.Text.Json;

namespace Doppel.Volumes;

/// <summary>
/// Reads and writes the tunings of all devices as JSON: an object with a list. Unknown content is ignored.
/// </summary>
public static class DeviceTunings
{
    /// <summary>The maximum number of stored devices. Beyond it, the oldest measurement is dropped.</summary>
    public const int DevicesMax = 256;

    /// <summary>Parses tunings.</summary>
    /// <returns>The tunings in file order, or none if the file is damaged or has a later format.</returns>
    public static IReadOnlyList<DeviceTuning> Parse(ReadOnlySpan<byte> json)
    {
        var found = new List<DeviceTuning>();
        try
        {
            var reader = new Utf8JsonReader(json);
            while (reader.Read())
            {
                if (reader.TokenType == JsonTokenType.StartObject && reader.CurrentDepth == 2)
                {
                    if (ReadOne(ref reader) is { } tuning && found.Count < DevicesMax)
                    {
                        found.Add(tuning);
                    }
                }
            }
        }
        catch (JsonException)
        {
            return [];
        }

        return found;
    }

    /// <summary>Formats tunings.</summary>
    public static byte[] Render(IReadOnlyList<DeviceTuning> tunings)
    {
        ArgumentNullException.ThrowIfNull(tunings);
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteNumber("version", 1);
            json.WriteStartArray("devices");
            for (int i = Math.Max(0, tunings.Count - DevicesMax); i < tunings.Count; i++)
            {
                WriteOne(json, tunings[i]);
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return [.. bytes.WrittenSpan, (byte)'\n'];
    }

    private static void WriteOne(Utf8JsonWriter json, DeviceTuning tuning)
    {
        json.WriteStartObject();
        json.WriteString("device", tuning.Device);
        json.WriteString("model", tuning.Model);
        json.WriteString("strategy", tuning.Strategy);
        json.WriteNumber("width", tuning.Width);
        json.WriteNumber("block_bytes", tuning.BlockBytes);
        json.WriteString("order", tuning.Order);
        json.WriteString("next_best", tuning.NextBest);
        json.WriteNumber("next_behind", Math.Round(tuning.NextBehind, 4));
        json.WriteString("measured", tuning.Measured);
        json.WriteEndObject();
    }

    // Leaves the reader at the end of the object.
    private static DeviceTuning? ReadOne(ref Utf8JsonReader reader)
    {
        string device = "", model = "", strategy = "", order = "listed", next = "";
        int width = 0, block = 0;
        double behind = 0;
        DateTimeOffset measured = default;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = reader.GetString()!;
            reader.Read();
            bool isText = reader.TokenType == JsonTokenType.String;
            bool isNumber = reader.TokenType == JsonTokenType.Number;
            switch (name)
            {
                case "device" when isText: device = reader.GetString()!; break;
                case "model" when isText: model = reader.GetString()!; break;
                case "strategy" when isText: strategy = reader.GetString()!; break;
                case "order" when isText: order = reader.GetString()!; break;
                case "next_best" when isText: next = reader.GetString()!; break;
                case "measured" when isText: _ = reader.TryGetDateTimeOffset(out measured); break;
                case "width" when isNumber: _ = reader.TryGetInt32(out width); break;
                case "block_bytes" when isNumber: _ = reader.TryGetInt32(out block); break;
                case "next_behind" when isNumber: _ = reader.TryGetDouble(out behind); break;
                default: reader.Skip(); break;
            }
        }

        return device.Length == 0 || width is < 1 or > DeviceTuning.WidthMax ? null : new DeviceTuning
        {
            Device = device,
            Model = model,
            Strategy = strategy,
            Width = width,
            BlockBytes = block,
            Order = order,
            NextBest = next,
            NextBehind = behind,
            Measured = measured,
        };
    }
}
