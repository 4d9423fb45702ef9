using System.Buffers;
using System.Text.Json;
using System.Text.Unicode;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>Renders a measurement as one JSON object that contains all data, so that a run can be repeated.</summary>
public static class LabJson
{
    /// <summary>Returns the JSON object, followed by a line feed.</summary>
    public static byte[] Render(LabReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            WriteHead(json, report);
            WriteAdvice(json, report.Advice);
            json.WriteStartArray("cells");
            foreach (LabCell cell in report.Cells)
            {
                WriteCell(json, cell);
            }

            json.WriteEndArray();
            WriteRest(json, report);
            json.WriteEndObject();
        }

        return [.. bytes.WrittenSpan, (byte)'\n'];
    }

    private static void WriteHead(Utf8JsonWriter json, LabReport report)
    {
        json.WriteString("type", "read-lab");
        json.WriteNumber("version", 1);
        WriteName(json, "root", report.Root.Span);
        json.WriteString("mount", report.Mount.MountPoint);
        json.WriteString("file_system", report.Mount.FileSystem);
        json.WriteStartArray("devices");
        foreach (PhysicalDevice device in report.Mount.Devices)
        {
            json.WriteStartObject();
            json.WriteString("name", device.Name);
            json.WriteString("model", device.Model);
            json.WriteString("kind", DeviceJudge.WordOf(device.Kind));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteString("started", report.Started);
        WriteSeconds(json, "seconds", report.Elapsed.TotalSeconds);
        json.WriteBoolean("complete", report.IsComplete);
        json.WriteNumber("seed", report.Seed);
        json.WriteString("system", report.System);
        json.WriteNumber("cores", report.Cores);
        json.WriteNumber("memory_bytes", report.MemoryBytes);
        json.WriteStartObject("limits");
        json.WriteNumber("heap_bytes", report.HeapBytesMax);
        json.WriteEndObject();
        json.WriteStartArray("sets");
        foreach (FileSetFacts set in report.Sets)
        {
            json.WriteStartObject();
            json.WriteNumber("from", set.Sizes.From);
            if (set.Sizes.Below != long.MaxValue)
            {
                json.WriteNumber("below", set.Sizes.Below);
            }

            json.WriteNumber("count", set.Count);
            json.WriteNumber("bytes", set.Bytes);
            json.WriteNumber("least", set.Least);
            json.WriteNumber("greatest", set.Greatest);
            json.WriteNumber("mean", Math.Round(set.Mean, 1));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteAdvice(Utf8JsonWriter json, LabAdvice? advice)
    {
        if (advice is null)
        {
            json.WriteNull("advice");
            return;
        }

        json.WriteStartObject("advice");
        json.WriteString("strategy", advice.Strategy.Name);
        json.WriteNumber("width", advice.Width);
        json.WriteNumber("block_bytes", advice.BlockBytes);
        json.WriteString("order", OrderWord.Of(advice.Order));
        json.WriteString("temperature", TemperatureWord.Of(advice.Temperature));
        json.WriteString("next_best", advice.NextBest?.Name);
        json.WriteNumber("next_behind", Math.Round(advice.NextBehind, 4));
        json.WriteBoolean("matters", advice.Matters);
        json.WriteNumber("engine_behind", Math.Round(advice.EngineBehind, 4));
        if (advice.TunedEngineBehind is { } tuned)
        {
            json.WriteNumber("tuned_engine_behind", Math.Round(tuned, 4));
        }

        json.WriteStartArray("reasons");
        foreach (string reason in advice.Reasons)
        {
            json.WriteStringValue(reason);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteCell(Utf8JsonWriter json, LabCell cell)
    {
        json.WriteStartObject();
        json.WriteString("strategy", cell.Strategy.Name);
        json.WriteNumber("width", cell.Strategy.Width);
        json.WriteNumber("block_bytes", cell.Strategy.BlockBytes);
        json.WriteString("order", OrderWord.Of(cell.Strategy.Order));
        json.WriteNumber("from", cell.Set.Sizes.From);
        json.WriteString("temperature", TemperatureWord.Of(cell.Temperature));
        json.WriteString("status", cell.Runs.Count == 0 ? "not run" : StatusWord.Of(cell.Status));
        if (cell.Detail.Length > 0)
        {
            json.WriteString("detail", cell.Detail);
        }

        if (cell.IsGood)
        {
            Estimate throughput = cell.Throughput;
            json.WriteNumber("bytes_per_second", Math.Round(throughput.Mean));
            json.WriteNumber("low", Math.Round(throughput.Low));
            json.WriteNumber("high", Math.Round(throughput.High));
        }

        json.WriteStartArray("runs");
        foreach (RunOutcome run in cell.Runs)
        {
            WriteRun(json, run);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRun(Utf8JsonWriter json, RunOutcome run)
    {
        json.WriteStartObject();
        json.WriteString("status", StatusWord.Of(run.Status));
        WriteSeconds(json, "seconds", run.Seconds);
        json.WriteNumber("files", run.Total.Files);
        json.WriteNumber("bytes", run.Total.Bytes);
        json.WriteString("sum", $"{run.Total.High:x16}{run.Total.Low:x16}");
        json.WriteNumber("peak_resident_bytes", run.PeakResidentBytes);
        WriteShare(json, "resident_share", run.ResidentShare);
        WriteShare(json, "others_share", run.OthersShare);
        json.WriteNumber("samples_left_out", run.SamplesLeftOut);
        json.WriteStartArray("samples");
        foreach (CounterSample sample in run.Samples)
        {
            json.WriteStartObject();
            WriteSeconds(json, "seconds", sample.Seconds);
            for (int i = 0; i < CounterFacts.Count; i++)
            {
                if (double.IsFinite(sample.Values[i]))
                {
                    json.WriteNumber(CounterFacts.NameOf((Counter)i), Math.Round(sample.Values[i], 4));
                }
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRest(Utf8JsonWriter json, LabReport report)
    {
        json.WriteStartArray("notes");
        foreach (string note in report.Notes)
        {
            json.WriteStringValue(note);
        }

        json.WriteEndArray();
        json.WriteStartArray("left_out");
        foreach (LeftOutFile file in report.LeftOut)
        {
            json.WriteStartObject();
            WriteName(json, "path", file.Path.Span);
            json.WriteString("reason", file.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    // Written as in reports: as text, or as bytes if the name is not UTF-8.
    private static void WriteName(Utf8JsonWriter json, string field, ReadOnlySpan<byte> name)
    {
        if (Utf8.IsValid(name))
        {
            json.WriteString(field, name);
            return;
        }

        json.WriteStartObject(field);
        json.WriteBase64String("base64", name);
        json.WriteEndObject();
    }

    private static void WriteSeconds(Utf8JsonWriter json, string field, double seconds) =>
        json.WriteNumber(field, Math.Round(seconds, 6));

    private static void WriteShare(Utf8JsonWriter json, string field, double share)
    {
        if (double.IsFinite(share))
        {
            json.WriteNumber(field, Math.Round(share, 4));
        }
    }
}
