using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Writes the answers of the API about folders, which docs/ui-api.md describes.</summary>
internal static class FolderJson
{
    /// <summary>Gets the words of <see cref="FolderUse"/> in the API.</summary>
    internal static IReadOnlyList<string> Uses { get; } = ["always", "clear"];

    /// <summary>Writes a folder of the map.</summary>
    internal static void Write(Utf8JsonWriter json, FolderView view)
    {
        json.WriteNumber("version", view.Version);
        json.WriteStartObject("here");
        Write(json, view.Here);
        json.WriteEndObject();
        Write(json, "above", view.Above);
        Write(json, "inside", view.Inside);
        json.WriteNumber("others", view.Others);
        json.WriteNumber("otherBytes", view.OtherBytes);
    }

    /// <summary>Writes all pairs of folders.</summary>
    internal static void Write(Utf8JsonWriter json, PairsView view)
    {
        json.WriteNumber("version", view.Version);
        json.WriteNumber("survey", view.Survey);
        json.WriteStartArray("pairs");
        foreach (PairView pair in view.Pairs)
        {
            json.WriteStartObject();
            Write(json, pair);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes a pair of folders.</summary>
    internal static void Write(Utf8JsonWriter json, PairView pair)
    {
        json.WriteNumber("pair", pair.Pair);
        json.WriteNumber("groups", pair.Groups);
        json.WriteNumber("bytes", pair.Bytes);
        Write(json, "first", pair.First);
        Write(json, "second", pair.Second);
    }

    /// <summary>Writes a part of the groups of folders.</summary>
    internal static void Write(Utf8JsonWriter json, FolderGroupsView view)
    {
        json.WriteNumber("version", view.Version);
        json.WriteNumber("total", view.Total);
        json.WriteStartArray("groups");
        foreach (FolderGroupView group in view.Groups)
        {
            json.WriteStartObject();
            json.WriteNumber("group", group.Number);
            json.WriteString("match", group.Group.Match switch
            {
                FolderMatch.Name => "name",
                FolderMatch.Content => "content",
                _ => "contained",
            });
            json.WriteNumber("files", group.Group.Content.Files);
            json.WriteNumber("bytes", group.Group.Content.Bytes);
            json.WriteNumber("redundantBytes", group.Group.RedundantBytes);
            json.WriteBoolean("byHand", group.IsByHand);
            json.WriteString("reason", group.Reason);
            json.WriteStartArray("folders");
            foreach (FolderMarkView folder in group.Folders)
            {
                json.WriteStartObject();
                json.WriteString("path", folder.Path);
                json.WriteString("mark", ApiJson.WordOf(folder.Mark));
                json.WriteString("goneBy", ApiJson.WordOf(folder.GoneBy));
                json.WriteString("why", folder.Why);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, string name, PairSide side)
    {
        json.WriteStartObject(name);
        json.WriteString("path", side.Path);
        json.WriteNumber("copies", side.Copies);
        json.WriteNumber("going", side.Going);
        json.WriteNumber("files", side.Files);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<FolderShare> folders)
    {
        json.WriteStartArray(name);
        foreach (FolderShare folder in folders)
        {
            json.WriteStartObject();
            Write(json, folder);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, FolderShare folder)
    {
        json.WriteNumber("folder", folder.Folder);
        json.WriteString("path", folder.Path);
        json.WriteNumber("copies", folder.Copies);
        json.WriteNumber("bytes", folder.Bytes);
        json.WriteString("use", folder.Use is { } use ? Uses[(int)use] : null);
    }
}
