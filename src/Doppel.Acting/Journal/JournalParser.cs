using System.Globalization;
using System.Text;
using System.Text.Json;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads the lines of a journal.</summary>
internal static class JournalParser
{
    /// <summary>Reads a whole journal. A last line that was not written to its end is left out.</summary>
    /// <exception cref="JournalException">
    /// A line before the last is damaged, or the head is missing: then the run ended before it did anything.
    /// </exception>
    internal static JournalRecord Parse(string id, ReadOnlyMemory<byte> bytes)
    {
        JournalRun? run = null;
        List<JournalIntent> intents = [];
        Dictionary<ReportName, IReadOnlyList<ReportName>> kept = [];
        Dictionary<long, JournalOutcome> outcomes = [];
        bool hasEnded = false;
        int number = 0;
        while (!bytes.IsEmpty)
        {
            int end = bytes.Span.IndexOf((byte)'\n');
            if (end < 0)
            {
                break;
            }

            number++;
            try
            {
                using JsonDocument line = JsonDocument.Parse(bytes[..end]);
                JsonElement root = line.RootElement;
                switch (root.GetProperty("type").GetString())
                {
                    case "run":
                        run = RunOf(root);
                        break;
                    case "intent":
                        intents.Add(IntentOf(root));
                        break;
                    case "kept":
                        kept[NameOf(root.GetProperty("keeper"))] =
                            [.. root.GetProperty("names").EnumerateArray().Select(NameOf)];
                        break;
                    case "outcome":
                        JournalOutcome outcome = OutcomeOf(root);
                        outcomes[outcome.Number] = outcome;
                        break;
                    case "end":
                        hasEnded = true;
                        break;
                }
            }
            catch (Exception damage) when (damage is JsonException or KeyNotFoundException or FormatException
                or InvalidOperationException or OverflowException)
            {
                throw new JournalException($"{id}: line {number} of the journal is damaged: {damage.Message}", damage);
            }

            bytes = bytes[(end + 1)..];
        }

        return run is null
            ? throw new JournalException(number == 0
                ? $"{id}: nothing was done, since the run ended before its journal had begun"
                : $"{id}: the journal has no head")
            : new JournalRecord
            {
                Id = id,
                Run = run,
                Intents = intents,
                Kept = kept,
                Outcomes = outcomes,
                HasEnded = hasEnded,
            };
    }

    private static JournalRun RunOf(JsonElement line)
    {
        int schema = line.GetProperty("schema").GetInt32();
        if (schema != 1)
        {
            throw new FormatException($"it has schema {schema}; this program reads schema 1");
        }

        ActionKind? action = null;
        if (line.TryGetProperty("action", out JsonElement word))
        {
            action = ActionWords.TryParse(word.GetString(), out ActionKind kind)
                ? kind
                : throw new FormatException($"{word} is no action");
        }

        return new JournalRun
        {
            Schema = schema,
            Version = line.GetProperty("version").GetString() ?? "",
            Action = action,
            Undoes = line.TryGetProperty("undoes", out JsonElement undoes) ? undoes.GetString() : null,
            Started = line.GetProperty("started").GetDateTimeOffset(),
            Command = [.. line.GetProperty("command").EnumerateArray().Select(static item => item.GetString() ?? "")],
        };
    }

    private static JournalIntent IntentOf(JsonElement line) => new()
    {
        OldTarget = line.TryGetProperty("old_target", out JsonElement old) ? NameOf(old) : default,
        Number = line.GetProperty("number").GetInt64(),
        Name = NameOf(line.GetProperty("name")),
        Temporary = line.GetProperty("temporary").GetString() ?? "",
        Facts = FactsOf(line.GetProperty("was")),
        Extras = ExtrasOf(line),
        Keeper = NameOf(line.GetProperty("keeper")),
        KeeperFacts = FactsOf(line.GetProperty("keeper_was")),
        Target = line.TryGetProperty("target", out JsonElement target) ? NameOf(target) : default,
        LinkText = line.TryGetProperty("link", out JsonElement text) ? NameOf(text) : default,
        Media = line.TryGetProperty("media", out JsonElement media)
            ? MediaWords.ParsePolicy(media.GetString()) ?? throw new FormatException($"{media} is no policy")
            : null,
    };

    private static JournalOutcome OutcomeOf(JsonElement line)
    {
        string? word = line.GetProperty("status").GetString();
        return new JournalOutcome(
            line.GetProperty("number").GetInt64(),
            StatusWords.TryParse(word, out ActStatus status)
                ? status
                : throw new FormatException($"{word} is no status"),
            TextOf(line, "reason"),
            TextOf(line, "sha256"));
    }

    private static string TextOf(JsonElement line, string field) =>
        line.TryGetProperty(field, out JsonElement value) ? value.GetString() ?? "" : "";

    private static ReportName NameOf(JsonElement value) => value.ValueKind == JsonValueKind.Object
        ? new ReportName(value.GetProperty("base64").GetBytesFromBase64())
        : new ReportName(Encoding.UTF8.GetBytes(value.GetString() ?? ""));

    private static FileFacts FactsOf(JsonElement value) => new()
    {
        Kind = value.TryGetProperty("kind", out _) ? EntryKind.Folder : EntryKind.File,
        Device = NumberOf(value, "device"),
        Inode = NumberOf(value, "inode"),
        Size = value.GetProperty("size").GetInt64(),
        Links = value.GetProperty("links").GetUInt32(),
        Allocated = value.GetProperty("allocated").GetInt64(),
        Owner = value.GetProperty("owner").GetUInt32(),
        Group = value.GetProperty("group").GetUInt32(),
        Mode = value.GetProperty("mode").GetUInt32(),
        Modified = new FileTime(
            value.GetProperty("modified").GetInt64(), value.GetProperty("modified_ns").GetInt32()),
    };

    private static ulong NumberOf(JsonElement value, string field) =>
        ulong.Parse(value.GetProperty(field).GetString() ?? "", NumberStyles.None, CultureInfo.InvariantCulture);

    private static FileExtras ExtrasOf(JsonElement line)
    {
        uint flags = line.TryGetProperty("flags", out JsonElement value) ? value.GetUInt32() : 0;
        List<ExtendedAttribute> attributes = [];
        if (line.TryGetProperty("attributes", out JsonElement all))
        {
            foreach (JsonProperty one in all.EnumerateObject())
            {
                attributes.Add(new ExtendedAttribute(one.Name, one.Value.GetBytesFromBase64()));
            }
        }

        return new FileExtras(flags, attributes);
    }
}
