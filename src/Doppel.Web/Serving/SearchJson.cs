using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Writes the part of the state about the search, which docs/ui-api.md describes.</summary>
internal static class SearchJson
{
    /// <summary>Writes what is searched; null for a report.</summary>
    internal static void WriteFilters(Utf8JsonWriter json, StateView state)
    {
        if (state.Filters is not { } filters)
        {
            json.WriteNull("filters");
            return;
        }

        json.WriteStartObject("filters");
        json.WriteStartArray("roots");
        for (int root = 0; root < state.RootNames.Count; root++)
        {
            json.WriteStartObject();
            json.WriteString("name", state.RootNames[root]);
            json.WriteBoolean("isSearched", filters.Roots.Contains(root));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteString("minSize", filters.SizeMin);
        json.WriteString("maxSize", filters.SizeMax);
        ApiJson.WriteStrings(json, "include", filters.Include);
        ApiJson.WriteStrings(json, "exclude", filters.Exclude);
        json.WriteBoolean("media", filters.Media);
        json.WriteEndObject();
    }

    /// <summary>Writes the totals of what was found; null as long as there are none.</summary>
    internal static void WriteFound(Utf8JsonWriter json, StateView state)
    {
        if (state.Loaded is not { } loaded)
        {
            json.WriteNull("found");
            return;
        }

        json.WriteStartObject("found");
        json.WriteNumber("files", loaded.Files);
        json.WriteNumber("groups", loaded.Store.Groups);
        json.WriteNumber("copies", loaded.Store.Copies);
        json.WriteNumber("redundantBytes", loaded.RedundantBytes);
        json.WriteNumber("gone", state.GoneFiles);
        json.WriteNumber("inTrash", state.InTrash);
        json.WriteBoolean("isComplete", loaded.IsComplete);
        json.WriteNumber("twins", loaded.Store.TwinGroups);
        json.WriteNumber("mediaNotShown", loaded.MediaNotShown);
        json.WriteNumber("folderGroups", state.FolderGroups);
        json.WriteNumber("emptyFolderCount", loaded.EmptyFolders.Count);
        ApiJson.WriteStrings(
            json, "emptyFolders", loaded.EmptyFolders.Take(LoadedGroups.ProblemsMax).Select(ShownText.Of));
        json.WriteStartArray("tunings");
        foreach (UsedTuning tuning in loaded.Tunings)
        {
            json.WriteStartObject();
            json.WriteString("device", ShownText.Of(new ReportName(tuning.Device)));
            json.WriteString("model", ShownText.Of(new ReportName(tuning.Model)));
            json.WriteNumber("readers", tuning.Readers);
            json.WriteNumber("measured", tuning.Measured.ToUnixTimeSeconds());
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteNumber("problemCount", loaded.ProblemCount);
        ApiJson.WriteReasons(
            json, "problems", loaded.Problems.Select(static one => (ShownText.Of(one.Path), one.Message)));
        json.WriteEndObject();
    }
}
