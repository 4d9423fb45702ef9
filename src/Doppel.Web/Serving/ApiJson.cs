using System.Buffers;
using System.Text.Json;
using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Writes the answers of the API, which docs/ui-api.md describes.</summary>
internal static class ApiJson
{
    private static readonly string[] s_activities = ["search", "plan", "review", "act", "undo", "resume"];
    private static readonly string[] s_marks =
        ["unplanned", "stays", "must-stay", "goes", "in-folder", "skipped", "gone"];
    private static readonly string[] s_stages =
        ["list", "group", "small", "ends", "content", "media", "confirm", "links", "blocks", "ask", "done"];

    /// <summary>Gets the words of <see cref="UiEngine.Actions"/> in the API, which are those of the commands.</summary>
    internal static IReadOnlyList<string> Actions { get; } = [.. UiEngine.Actions.Select(ActionText.Verb)];

    /// <summary>Returns an object as UTF-8.</summary>
    internal static ReadOnlyMemory<byte> Of(Action<Utf8JsonWriter> write)
    {
        var bytes = new ArrayBufferWriter<byte>(1024);
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }

        return bytes.WrittenMemory;
    }

    /// <summary>Writes a sentence about what went wrong.</summary>
    internal static ReadOnlyMemory<byte> OfError(string message) => Of(json => json.WriteString("error", message));

    /// <summary>Writes the state of a session.</summary>
    internal static void Write(Utf8JsonWriter json, StateView state)
    {
        json.WriteNumber("version", state.Version);
        json.WriteString("title", state.Title);
        json.WriteString("root", state.Root);
        json.WriteBoolean("isReport", state.IsReport);
        SearchJson.WriteFilters(json, state);
        WriteActivity(json, state.Activity);
        SearchJson.WriteFound(json, state);
        WriteRules(json, state);
        json.WriteStartObject("plan");
        json.WriteNumber("groups", state.Totals.Groups);
        json.WriteNumber("folders", state.Folders.Folders);
        json.WriteNumber("files", state.Totals.Files + state.Folders.Files);
        json.WriteNumber("names", state.Totals.Names + state.Folders.Names);
        json.WriteNumber("freedBytes", state.Totals.FreedBytes + state.Folders.FreedBytes);
        json.WriteNumber("skipped", state.Totals.Skipped);
        json.WriteNumber("byHand", state.ByHand);
        json.WriteEndObject();
        json.WriteStartArray("reasons");
        foreach ((string reason, int groups) in state.Reasons)
        {
            json.WriteStartObject();
            json.WriteString("reason", reason);
            json.WriteNumber("groups", groups);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteString("undoChoice", state.Undo);
        json.WriteString("redoChoice", state.Redo);
        WriteProposal(json, state.Proposal);
        WriteRun(json, state.LastRun);
        WriteStrings(json, "unfinished", state.Unfinished);
        WriteStrings(json, "notes", state.Notes);
        json.WriteBoolean("isRestored", state.IsRestored);
        json.WriteString("failure", state.Failure);
    }

    /// <summary>Writes a part of the list of groups.</summary>
    internal static void Write(Utf8JsonWriter json, RowsView rows)
    {
        json.WriteNumber("version", rows.Version);
        json.WriteNumber("total", rows.Total);
        json.WriteStartArray("groups");
        foreach (RowView row in rows.Rows)
        {
            json.WriteStartObject();
            Write(json, row);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes the tags that differ between the copies of a group.</summary>
    internal static void Write(Utf8JsonWriter json, TagTable table)
    {
        json.WriteStartArray("columns");
        foreach (TagColumn column in table.Columns)
        {
            json.WriteStartObject();
            json.WriteStartArray("copies");
            foreach (int copy in column.Copies)
            {
                json.WriteNumberValue(copy);
            }

            json.WriteEndArray();
            json.WriteNumber("coverBytes", column.CoverBytes);
            json.WriteString("failure", column.Failure);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("tags");
        foreach (TagRow row in table.Rows)
        {
            json.WriteStartObject();
            json.WriteString("name", row.Name);
            WriteStrings(json, "values", row.Values);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteNumber("equal", table.Equal);
        json.WriteNumber("left", table.Left);
    }

    /// <summary>Writes a group with its copies.</summary>
    internal static void Write(Utf8JsonWriter json, GroupView group)
    {
        json.WriteNumber("version", group.Version);
        Write(json, group.Row);
        json.WriteString("proof", group.Proof switch
        {
            Proof.Bytes => "bytes",
            Proof.Digest => "xxh3-128",
            Proof.Unstated => "unstated",
            _ => "list",
        });
        json.WriteString("reason", group.Reason);
        json.WriteStartArray("list");
        foreach (CopyView copy in group.Copies)
        {
            json.WriteStartObject();
            json.WriteNumber("copy", copy.Copy);
            json.WriteString("mark", WordOf(copy.Mark));
            json.WriteString("goneBy", WordOf(copy.GoneBy));
            json.WriteString("why", copy.WhySkipped);
            json.WriteNumber("size", copy.Size);
            json.WriteNumber("modified", copy.Modified.Seconds);
            json.WriteNumber("links", copy.Links);
            WriteSaved(json, copy.Saved);
            json.WriteStartArray("names");
            foreach (NameView name in copy.Names)
            {
                json.WriteStartObject();
                json.WriteString("name", name.Name);
                json.WriteString("folder", name.Folder);
                json.WriteNumber("folderNumber", name.FolderNumber);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, RowView row)
    {
        json.WriteNumber("group", row.Group);
        json.WriteNumber("size", row.Size);
        json.WriteNumber("copies", row.Copies);
        json.WriteNumber("going", row.Going);
        json.WriteNumber("redundantBytes", row.RedundantBytes);
        json.WriteString("kind", FileKinds.Words[(int)row.Kind]);
        json.WriteBoolean("byHand", row.IsByHand);
        json.WriteNumber("shown", row.Shown);
        json.WriteString("twins", row.TwinFormat);
        json.WriteNumber("saved", row.Saved);
        json.WriteString("name", row.Name);
        json.WriteString("folder", row.Folder);
    }

    private static void WriteSaved(Utf8JsonWriter json, ReportSavedVolume? saved)
    {
        if (saved is not { } volume)
        {
            json.WriteNull("saved");
            return;
        }

        json.WriteStartObject("saved");
        json.WriteString("volume", ShownText.Of(new ReportName(volume.Name)));
        json.WriteNumber("made", volume.Made.Seconds);
        json.WriteEndObject();
    }

    /// <summary>Returns what the API calls a stage of a search.</summary>
    internal static string WordOf(FindStage stage) => s_stages[(int)stage];

    /// <summary>Returns what the API calls a mark.</summary>
    internal static string WordOf(CopyMark mark) => s_marks[(int)mark];

    /// <summary>Returns what the API calls an action; null if there is none.</summary>
    internal static string? WordOf(ActionKind? action) => action is { } kind ? ActionText.Verb(kind) : null;

    private static void WriteActivity(Utf8JsonWriter json, Activity? activity)
    {
        if (activity is null)
        {
            json.WriteNull("activity");
            return;
        }

        (long done, long total) = activity.Items;
        (long bytesDone, long bytesTotal) = activity.Bytes;
        json.WriteStartObject("activity");
        json.WriteString("kind", s_activities[(int)activity.Kind]);
        json.WriteString("action", WordOf(activity.Action));
        FindStage stage = activity.Kind == ActivityKind.Search ? activity.Find.Stage : FindStage.Done;
        json.WriteString("stage", WordOf(stage));
        json.WriteNumber("done", done);
        json.WriteNumber("total", total);
        json.WriteNumber("bytesDone", bytesDone);
        json.WriteNumber("bytesTotal", bytesTotal);
        json.WriteNumber("filesSeen", activity.Find.FilesSeen);
        json.WriteBoolean("isStopping", activity.Stop.IsCancellationRequested);
        json.WriteEndObject();
    }

    private static void WriteRules(Utf8JsonWriter json, StateView state)
    {
        json.WriteStartObject("rules");
        WriteStrings(json, "prefer", state.Rules.Prefer.Select(KeepRuleText.WordOf));
        WriteStrings(json, "always", state.Rules.Always.Select(ShownText.Of));
        WriteStrings(json, "clear", state.Rules.Clear.Select(ShownText.Of));

        // What the command line has set is shown, but not changed here.
        WriteStrings(json, "fixed",
        [
            .. state.Basis.Protected.Select(static one =>
                (one.IsReference ? "reference: " : "never: ") + ShownText.Of(one.Path)),
            .. state.Basis.Patterns.Select(static one =>
                (one.Effect == PatternEffect.Keep ? "keep: " : "drop: ") + ShownText.Of(new ReportName(one.Text))),
            .. state.Basis.Copies > 1 ? (string[])[$"copies: {state.Basis.Copies}"] : [],
            .. state.Basis.PerFolder ? (string[])["per folder"] : [],
        ]);
        json.WriteEndObject();
    }

    private static void WriteProposal(Utf8JsonWriter json, Proposal? proposal)
    {
        if (proposal is null)
        {
            json.WriteNull("proposal");
            return;
        }

        json.WriteStartObject("proposal");
        json.WriteString("id", proposal.Id);
        json.WriteStartArray("actions");
        foreach (ActionOffer offer in proposal.Offers)
        {
            json.WriteStartObject();
            json.WriteString("action", WordOf(offer.Action));
            json.WriteNumber("groups", offer.Summary.Groups);
            json.WriteNumber("folders", offer.Summary.Folders);
            json.WriteNumber("files", offer.Summary.Files);
            json.WriteNumber("names", offer.Summary.Names);
            json.WriteNumber("freedBytes", offer.FreedBytes);
            json.WriteNumber("heldFiles", offer.HeldFiles);
            json.WriteNumber("danglingLinks", offer.Action.RemovesNames() ? offer.Summary.DanglingLinks : 0);
            json.WriteNumber("losingFiles", offer.Summary.LosingFiles);
            json.WriteNumber("skipped", offer.Summary.Refusals);
            WriteStrings(json, "warnings", offer.Warnings);
            json.WriteString("whyNot", offer.WhyNot);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRun(Utf8JsonWriter json, RunReport? run)
    {
        if (run is null)
        {
            json.WriteNull("lastRun");
            return;
        }

        json.WriteStartObject("lastRun");
        json.WriteString("kind", s_activities[(int)run.Kind]);
        json.WriteString("action", WordOf(run.Action));
        json.WriteString("id", run.Id);
        json.WriteNumber("done", run.Done);
        json.WriteNumber("freedBytes", run.FreedBytes);
        json.WriteNumber("problemCount", run.Problems);
        json.WriteNumber("left", run.Left);
        json.WriteBoolean("isUndone", run.IsUndone);
        json.WriteString("failure", run.Failure);
        WriteReasons(json, "problems", run.Examples);
        json.WriteEndObject();
    }

    /// <summary>Writes names with what there is to say about each.</summary>
    internal static void WriteReasons(
        Utf8JsonWriter json, string field, IEnumerable<(string Name, string Reason)> reasons)
    {
        json.WriteStartArray(field);
        foreach ((string name, string reason) in reasons)
        {
            json.WriteStartObject();
            json.WriteString("name", name);
            json.WriteString("reason", reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes a list of texts.</summary>
    internal static void WriteStrings(Utf8JsonWriter json, string name, IEnumerable<string> values)
    {
        json.WriteStartArray(name);
        foreach (string value in values)
        {
            json.WriteStringValue(value);
        }

        json.WriteEndArray();
    }
}
