using System.Globalization;
using System.Text.Json;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog list</c> and <c>doppel catalog show</c>.</summary>
internal static class SavedShow
{
    private static readonly string[] s_heading = ["NAME", "FILES", "SIZE", "FOLDERS", "SAVED", "ROOTS"];

    /// <summary>Lists all saved volumes.</summary>
    internal static ExitCode List(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        SavedVolumes volumes = SavedAdd.VolumesOf(host, settings);
        List<ShownVolume> shown = [];
        bool areAll = true;
        foreach (string name in NamesOf(volumes))
        {
            try
            {
                shown.Add(Look(name, volumes));
            }
            catch (UsageException unusable)
            {
                areAll = false;
                host.MessagesFor(WhenToUse.Auto).Warn(unusable.Message);
            }
        }

        string text = settings.Json ? string.Concat(shown.Select(JsonOf))
            : TextTable.Of(host.Out, s_heading, [.. shown.Select(volume => RowOf(host, volume))]);
        ExitCode written = PlainOutput.Write(host.Out, text);
        return areAll ? written : ExitCode.Problems;
    }

    /// <summary>Shows one saved volume.</summary>
    internal static ExitCode Show(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        ShownVolume shown = Look(call.Operands[0], SavedAdd.VolumesOf(host, settings));
        return PlainOutput.Write(host.Out, settings.Json ? JsonOf(shown) : TextOf(host, shown));
    }

    private static IReadOnlyList<string> NamesOf(SavedVolumes volumes)
    {
        try
        {
            return volumes.Names();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot list the saved volumes: {SystemText.Of(failure)}");
        }
    }

    private static ShownVolume Look(string name, SavedVolumes volumes) => SavedRoots.Guard(name, volumes, all =>
    {
        SavedDescription description = all.Describe(name, out SavedTotals totals);
        return new ShownVolume(name, description, totals);
    });

    private static string[] RowOf(CommandHost host, ShownVolume shown) =>
    [
        shown.Name,
        shown.Totals.Files.ToString(CultureInfo.InvariantCulture),
        host.Out.IsTerminal
            ? SizeText.Show(shown.Totals.Bytes)
            : shown.Totals.Bytes.ToString(CultureInfo.InvariantCulture),
        shown.Totals.Folders.ToString(CultureInfo.InvariantCulture),
        TimeText.ShowLocal(shown.Description.Made, host.Clock),
        string.Join(' ', shown.Description.Roots.Select(static root => Quote.Name(root.Path.Span))),
    ];

    private static string TextOf(CommandHost host, ShownVolume shown)
    {
        (SavedDescription description, SavedTotals totals) = (shown.Description, shown.Totals);
        string where = description.Host.Length > 0 ? $" on {Quote.Sentence(description.Host)}" : "";
        string by = description.Version.Length > 0 ? $" by doppel {Quote.Sentence(description.Version)}" : "";
        string names = totals.Names == totals.Files ? "" : $" with {Count.Of(totals.Names, "name")}";
        List<string> lines =
        [
            $"name      {shown.Name}",
            $"saved     {TimeText.ShowLocal(description.Made, host.Clock)}{where}{by}",
            .. description.Roots.Select(RootLine),
            $"folders   {totals.Folders.ToString("N0", CultureInfo.InvariantCulture)}",
            $"files     {totals.Files.ToString("N0", CultureInfo.InvariantCulture)}{names}",
            $"size      {SizeText.Show(totals.Bytes)}",
            $"hashes    {Count.Of(totals.Digests, "file")}{AlgorithmsOf(description)}",
        ];
        if (totals.Problems > 0)
        {
            lines.Add($"problems  {Count.Of(totals.Problems, "file or folder")} could not be saved completely");
        }

        return string.Concat(lines.Select(static line => line + "\n"));
    }

    private static string AlgorithmsOf(SavedDescription description) =>
        description.Algorithms.Count == 0 ? "" : $", {SavedImport.WordsOf(description.Algorithms)} from a list";

    private static string RootLine(SavedRoot root)
    {
        string label = root.Label.Length > 0 ? $" on {Quote.Text(root.Label)}" : "";
        return $"root      {Quote.Name(root.Path.Span)}{label}";
    }

    private static string JsonOf(ShownVolume shown) => JsonLine.Of(json =>
    {
        (SavedDescription description, SavedTotals totals) = (shown.Description, shown.Totals);
        json.WriteString("type", "saved-volume");
        json.WriteString("name", shown.Name);
        json.WriteString("made", new ReportTime(description.Made.Seconds, description.Made.Nanoseconds).ToString());
        json.WriteString("host", description.Host);
        json.WriteString("version", description.Version);
        json.WriteNumber("folders", totals.Folders);
        json.WriteNumber("names", totals.Names);
        json.WriteNumber("files", totals.Files);
        json.WriteNumber("bytes", totals.Bytes);
        json.WriteNumber("digests", totals.Digests);
        json.WriteNumber("problems", totals.Problems);
        if (description.Algorithms.Count > 0)
        {
            json.WriteStartArray("algorithms");
            foreach (DigestAlgorithm algorithm in description.Algorithms)
            {
                json.WriteStringValue(ContentHash.NameOf(algorithm));
            }

            json.WriteEndArray();
        }

        json.WriteStartArray("roots");
        foreach (SavedRoot root in description.Roots)
        {
            WriteRoot(json, root);
        }

        json.WriteEndArray();
    });

    private static void WriteRoot(Utf8JsonWriter json, SavedRoot root)
    {
        json.WriteStartObject();
        JsonLine.WriteName(json, "path", new ReportName(root.Path));
        json.WriteString("label", root.Label);
        if (root.FileSystem.IsKnown)
        {
            json.WriteString("file_system_id", root.FileSystem.Id.ToString("x32", CultureInfo.InvariantCulture));
            json.WriteString("subvolume", root.FileSystem.Subvolume.ToString(CultureInfo.InvariantCulture));
        }

        json.WriteEndObject();
    }

    private sealed record ShownVolume(string Name, SavedDescription Description, SavedTotals Totals);
}
