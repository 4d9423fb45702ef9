using System.Buffers;
using System.Buffers.Text;
using System.Text.Json;
using System.Text.Unicode;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes the lines of a journal: one JSON object each.</summary>
internal static class JournalLines
{
    // A writer takes longer to make than a line.
    [ThreadStatic]
    private static Utf8JsonWriter? s_json;

    internal static void Write(ArrayBufferWriter<byte> lines, JournalRun run) => WriteLine(lines, json =>
    {
        json.WriteString("type", "run");
        json.WriteNumber("schema", run.Schema);
        json.WriteString("version", run.Version);
        if (run.Action is { } action)
        {
            json.WriteString("action", ActionWords.Of(action));
        }

        if (run.Undoes is not null)
        {
            json.WriteString("undoes", run.Undoes);
        }

        json.WriteString("started", run.Started);
        json.WriteStartArray("command");
        foreach (string argument in run.Command)
        {
            json.WriteStringValue(argument);
        }

        json.WriteEndArray();
    });

    internal static void Write(ArrayBufferWriter<byte> lines, JournalIntent intent) => WriteLine(lines, json =>
    {
        json.WriteString("type", "intent");
        json.WriteNumber("number", intent.Number);
        WriteName(json, "name", intent.Name);
        json.WriteString("temporary", intent.Temporary);
        WriteFacts(json, "was", intent.Facts);
        WriteExtras(json, intent.Extras);
        WriteName(json, "keeper", intent.Keeper);
        WriteFacts(json, "keeper_was", intent.KeeperFacts);
        if (!intent.Target.IsEmpty)
        {
            WriteName(json, "target", intent.Target);
        }

        if (intent.Media is { } policy)
        {
            json.WriteString("media", MediaWords.Of(policy));
        }

        if (!intent.LinkText.IsEmpty)
        {
            WriteName(json, "link", intent.LinkText);
        }

        if (!intent.OldTarget.IsEmpty)
        {
            WriteName(json, "old_target", intent.OldTarget);
        }
    });

    internal static void WriteKept(
        ArrayBufferWriter<byte> lines, ReportName keeper, IEnumerable<ReportName> names) => WriteLine(lines, json =>
    {
        json.WriteString("type", "kept");
        WriteName(json, "keeper", keeper);
        json.WriteStartArray("names");
        foreach (ReportName name in names)
        {
            WriteName(json, name);
        }

        json.WriteEndArray();
    });

    internal static void Write(ArrayBufferWriter<byte> lines, in JournalOutcome outcome)
    {
        JournalOutcome told = outcome;
        WriteLine(lines, json =>
        {
            json.WriteString("type", "outcome");
            json.WriteNumber("number", told.Number);
            json.WriteString("status", StatusWords.Of(told.Status));
            if (told.Reason.Length > 0)
            {
                json.WriteString("reason", told.Reason);
            }

            if (told.Digest.Length > 0)
            {
                json.WriteString("sha256", told.Digest);
            }
        });
    }

    internal static void WriteEnd(ArrayBufferWriter<byte> lines) =>
        WriteLine(lines, static json => json.WriteString("type", "end"));

    private static void WriteLine(ArrayBufferWriter<byte> lines, Action<Utf8JsonWriter> write)
    {
        Utf8JsonWriter json = s_json ??= new Utf8JsonWriter(lines);
        json.Reset(lines);
        json.WriteStartObject();
        write(json);
        json.WriteEndObject();
        json.Flush();
        lines.Write("\n"u8);
    }

    private static void WriteName(Utf8JsonWriter json, string field, ReportName name)
    {
        json.WritePropertyName(field);
        WriteName(json, name);
    }

    // Names travel as bytes.
    private static void WriteName(Utf8JsonWriter json, ReportName name)
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

    private static void WriteFacts(Utf8JsonWriter json, string field, in FileFacts facts)
    {
        json.WriteStartObject(field);
        if (facts.Kind == EntryKind.Folder)
        {
            json.WriteString("kind", "folder");
        }

        WriteIdentity(json, "device", facts.Device);
        WriteIdentity(json, "inode", facts.Inode);
        json.WriteNumber("size", facts.Size);
        json.WriteNumber("links", facts.Links);
        json.WriteNumber("allocated", facts.Allocated);
        json.WriteNumber("owner", facts.Owner);
        json.WriteNumber("group", facts.Group);
        json.WriteNumber("mode", facts.Mode);
        json.WriteNumber("modified", facts.Modified.Seconds);
        json.WriteNumber("modified_ns", facts.Modified.Nanoseconds);
        json.WriteEndObject();
    }

    // In a string, since many readers of JSON take numbers for floating point.
    private static void WriteIdentity(Utf8JsonWriter json, string field, ulong number)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out int written);
        json.WriteString(field, digits[..written]);
    }

    private static void WriteExtras(Utf8JsonWriter json, FileExtras extras)
    {
        if (extras.Flags != 0)
        {
            json.WriteNumber("flags", extras.Flags);
        }

        if (extras.Attributes.Count == 0)
        {
            return;
        }

        json.WriteStartObject("attributes");
        foreach (ExtendedAttribute attribute in extras.Attributes)
        {
            json.WriteBase64String(attribute.Name, attribute.Value.Span);
        }

        json.WriteEndObject();
    }
}
