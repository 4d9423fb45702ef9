using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel journal</c> as JSON Lines, with one object per run.</summary>
internal static class JournalJson
{
    /// <summary>Returns the line of a run.</summary>
    internal static string LineOf(ListedRun run) => JsonLine.Of(json => Write(json, run));

    private static void Write(Utf8JsonWriter json, ListedRun run)
    {
        json.WriteString("type", "run");
        json.WriteString("id", run.Id);
        json.WriteString("state", JournalTable.WordOf(run.State));
        if (run.Head is not { } head)
        {
            json.WriteString("reason", run.Problem);
            return;
        }

        json.WriteString("started", head.Started.UtcDateTime);
        json.WriteString("version", head.Version);
        json.WriteString("action", head.Action is { } action ? ActionText.Verb(action) : "undo");
        if (head.Undoes is { } undone)
        {
            json.WriteString("undoes", undone);
        }

        json.WriteStartArray("command");
        foreach (string argument in head.Command)
        {
            json.WriteStringValue(argument);
        }

        json.WriteEndArray();
        WriteNames(json, "roots", head.Roots);
        WriteNames(json, "only", head.Only);
        json.WriteNumber("done", run.Totals.Done);
        json.WriteNumber("skipped", run.Totals.Skipped);
        json.WriteNumber("failed", run.Totals.Failed);
        json.WriteNumber("unfinished", run.Totals.Unfinished);
        json.WriteNumber("idle", run.Totals.Idle);
        if (run.Totals.SpaceBytes is { } bytes)
        {
            json.WriteNumber("space_bytes", bytes);
        }
    }

    private static void WriteNames(Utf8JsonWriter json, string field, IReadOnlyList<ReportName> names)
    {
        if (names.Count == 0)
        {
            return;
        }

        json.WriteStartArray(field);
        foreach (ReportName name in names)
        {
            JsonLine.WriteNameValue(json, name);
        }

        json.WriteEndArray();
    }
}
