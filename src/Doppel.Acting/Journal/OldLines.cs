using System.Globalization;
using System.Text;
using System.Text.Json;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Parses the lines of schema 1, each of which contains one intent or outcome.</summary>
/// <remarks>
/// Damaged input throws the same exceptions as <see cref="BatchParser"/>, and <see cref="KeyNotFoundException"/>.
/// </remarks>
internal static class OldLines
{
    // The reason that a run of schema 1 gave for a name that it retried with another keeper.
    private const string TriedAgain = "later, with a further keeper";

    /// <summary>The reason that an undo of schema 1 gave for a folder that it was about to create.</summary>
    internal const string MadeAgain = "it is made again";

    /// <summary>Parses an intent.</summary>
    internal static JournalIntent IntentOf(JsonElement line, ActionKind action)
    {
        string temporary = line.GetProperty("temporary").GetString() ?? "";
        var intent = new JournalIntent
        {
            OldTarget = line.TryGetProperty("old_target", out JsonElement old) ? NameOf(old) : default,
            Number = line.GetProperty("number").GetInt64(),
            Name = NameOf(line.GetProperty("name")),
            Temporary = temporary,
            UndoTemporary = UndoTemporaryOf(temporary),
            Facts = FactsOf(line.GetProperty("was")),
            Extras = ExtrasOf(line),
            Keeper = NameOf(line.GetProperty("keeper")),
            KeeperFacts = FactsOf(line.GetProperty("keeper_was")),
            Target = line.TryGetProperty("target", out JsonElement target) ? NameOf(target) : default,
            LinkText = line.TryGetProperty("link", out JsonElement text) ? NameOf(text) : default,
            Media = line.TryGetProperty("media", out JsonElement media)
                ? MediaWords.ParsePolicy(media.GetString()) ?? throw new FormatException($"{media} is not a policy")
                : null,
        };
        IntentRules.Check(intent, action);
        return intent;
    }

    /// <summary>Parses an outcome.</summary>
    internal static JournalOutcome OutcomeOf(JsonElement line)
    {
        string? word = line.GetProperty("status").GetString();
        long number = line.GetProperty("number").GetInt64();
        string reason = TextOf(line, "reason");
        if (!StatusWords.TryParse(word, out ActStatus status))
        {
            throw new FormatException($"{word} is not a status");
        }

        return reason == TriedAgain
            ? JournalOutcome.Superseded(number)
            : new JournalOutcome(number, status, reason, TextOf(line, "sha256"));
    }

    /// <summary>Parses additional names of a keeper's content.</summary>
    internal static (ReportName Keeper, IReadOnlyList<ReportName> Names) KeptOf(JsonElement line)
    {
        ReportName[] names = [.. line.GetProperty("names").EnumerateArray().Select(NameOf)];
        Array.ForEach(names, IntentRules.CheckName);
        return (NameOf(line.GetProperty("keeper")), names);
    }

    // An undo's temporary name was that of the run with its digits reversed.
    private static string UndoTemporaryOf(string temporary)
    {
        char[] name = temporary.ToCharArray();
        int digits = temporary.IndexOf('-', StringComparison.Ordinal) + 1;
        Array.Reverse(name, digits, name.Length - digits);
        return new string(name);
    }

    private static string TextOf(JsonElement line, string field) =>
        line.TryGetProperty(field, out JsonElement value) ? value.GetString() ?? "" : "";

    internal static ReportName NameOf(JsonElement value) => value.ValueKind == JsonValueKind.Object
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
