using System.Text;
using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Reads the first and the last line of a journal.</content>
public sealed partial class JournalReader
{
    private JournalRun ReadHead()
    {
        if (!_lines.Next(out ReadOnlySpan<byte> line))
        {
            throw new JournalException($"{Id}: nothing was done, since the run ended before its journal had begun");
        }

        BodyStart = _lines.Position;
        return Guard(line, RunOf);
    }

    private JournalRun RunOf(ReadOnlyMemory<byte> line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        JsonElement head = document.RootElement;
        if (head.GetProperty("type").GetString() != "run")
        {
            throw new FormatException("it has no head");
        }

        int schema = head.GetProperty("schema").GetInt32();
        if (schema != JournalRun.Schema)
        {
            throw new FormatException($"it has schema {schema}; this program reads schema {JournalRun.Schema}");
        }

        ActionKind? action = null;
        if (head.TryGetProperty("action", out JsonElement word))
        {
            action = ActionWords.TryParse(word.GetString(), out ActionKind kind)
                ? kind
                : throw new FormatException("its action is not known");
        }

        byte[]? key = JournalNumbers.ParseKey(head.GetProperty("key").GetString());
        if (key is null || !JournalNumbers.HasRunDigits(Id))
        {
            throw new FormatException(key is null
                ? "its key is not of 32 hex digits"
                : "its file name does not end with a hyphen and 6 hex digits");
        }

        return new JournalRun
        {
            Version = head.GetProperty("version").GetString() ?? "",
            Action = action,
            Undoes = head.TryGetProperty("undoes", out JsonElement undoes) ? undoes.GetString() : null,
            Started = head.GetProperty("started").GetDateTimeOffset(),
            Command = [.. head.GetProperty("command").EnumerateArray().Select(static item => item.GetString() ?? "")],
            Roots = NamesOf(head, "roots"),
            Only = NamesOf(head, "only"),
            Options = JournalOptions.Read(head),
            Key = key,
        };
    }

    private static IReadOnlyList<ReportName> NamesOf(JsonElement head, string field) =>
        head.TryGetProperty(field, out JsonElement names) ? [.. names.EnumerateArray().Select(NameOf)] : [];

    /// <summary>Reads a name: a string, or an object with the bytes as base64 if they are not UTF-8.</summary>
    internal static ReportName NameOf(JsonElement value) => value.ValueKind == JsonValueKind.Object
        ? new ReportName(value.GetProperty("base64").GetBytesFromBase64())
        : new ReportName(Encoding.UTF8.GetBytes(value.GetString() ?? ""));

    // A finished journal has an end line.
    private (JournalEnd End, JournalTotals? Totals) ReadTail()
    {
        byte[] tail = new byte[Math.Min(TailBytes, _length - BodyStart)];
        VolumeError error = _volume.Read(_file, _length - tail.Length, tail, out int read);
        if (error.Failed)
        {
            throw new JournalException($"{Id}: the journal cannot be read: {_volume.Describe(error)}");
        }

        ReadOnlySpan<byte> text = tail.AsSpan(0, read);
        int end = text.LastIndexOf((byte)'\n');
        text = text[..Math.Max(0, end)];
        ReadOnlySpan<byte> last = text[(text.LastIndexOf((byte)'\n') + 1)..];
        bool isPart = last.StartsWith("{\"type\":\"part\""u8);
        if (!isPart && !last.StartsWith("{\"type\":\"end\""u8))
        {
            return (JournalEnd.None, null);
        }

        JournalTotals? totals = Guard(last, static line =>
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return OutcomeParser.TotalsOf(document.RootElement);
        });
        return (isPart ? JournalEnd.Part : JournalEnd.Whole, totals);
    }

    private enum JournalEnd
    {
        // The run was interrupted.
        None,

        // An undo has ended that leaves part of its run to undo.
        Part,

        // Any other run has ended.
        Whole,
    }
}
