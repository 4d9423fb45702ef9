using System.Globalization;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// Renders the results of <c>doppel devices</c> with one row per device: in aligned columns for people, otherwise
/// separated by tabs. If the columns do not fit on the terminal, each cell gets a line.
/// </summary>
internal static class DeviceTable
{
    private static readonly string[] s_heading =
        ["PATH", "MOUNT", "TYPE", "DEVICE", "MODEL", "SYSTEM", "PROBED", "ASSUMED", "READERS", "WHY"];

    /// <summary>Returns all lines.</summary>
    /// <param name="places">What was found below each path.</param>
    /// <param name="verdicts">The verdict for each device, by device name.</param>
    /// <param name="columns">The number of columns of the terminal; null if the output is for programs.</param>
    internal static string Render(
        IReadOnlyList<DevicePlace> places, IReadOnlyDictionary<string, DeviceVerdict> verdicts, int? columns)
    {
        string[][] rows = [.. places.SelectMany(place => RowsOf(place, verdicts))];
        return columns is { } available
            ? Align(rows, available)
            : string.Concat(rows.Select(row => string.Join('\t', row) + "\n"));
    }

    private static IEnumerable<string[]> RowsOf(
        DevicePlace place, IReadOnlyDictionary<string, DeviceVerdict> verdicts)
    {
        string[] where =
        [
            Escape(Quote.Name(place.Label.Bytes)), Escape(Quote.Text(place.Mount.MountPoint)),
            Escape(Quote.Text(place.Mount.FileSystem)),
        ];
        if (place.Mount.Devices.Count == 0)
        {
            bool isVirtual = (place.Mount.Traits & FileSystemTraits.Virtual) != 0;
            string why = isVirtual ? "virtual device" : "the system does not report the hardware";
            yield return [.. where, "-", "-", "-", "-", "-", "-", why];
        }

        foreach (PhysicalDevice device in place.Mount.Devices)
        {
            DeviceVerdict verdict = verdicts[device.Name];
            yield return
            [
                .. where, Escape(Quote.Text(device.Name)), Escape(Quote.Text(device.Model)),
                DeviceJudge.WordOf(device.Kind), Probed(place.Latencies), DeviceJudge.WordOf(verdict.Kind),
                Readers(verdict), verdict.Reason,
            ];
        }
    }

    // Cells are never empty, so that programs can rely on column positions.
    private static string Escape(string quoted) => quoted.Length > 2 ? quoted[1..^1] : "-";

    private static string Probed(IReadOnlyList<TimeSpan> latencies) =>
        latencies.Count == 0 ? "nothing" : Count.Of(latencies.Count, "file");

    private static string Readers(DeviceVerdict verdict) => verdict.WidthMin == verdict.WidthMax
        ? verdict.WidthMin.ToString(CultureInfo.InvariantCulture)
        : string.Create(CultureInfo.InvariantCulture, $"{verdict.WidthMin}-{verdict.WidthMax}");

    /// <summary>Aligns the columns to their content and omits empty ones. The reason goes on its own line.</summary>
    private static string Align(string[][] rows, int columns)
    {
        var text = new StringBuilder();
        int last = s_heading.Length - 1;
        int[] shown = [.. Enumerable.Range(0, last).Where(i => rows.Any(row => row[i] != "-"))];
        int[] widths = [.. shown.Select(i => Math.Max(s_heading[i].Length, rows.Max(row => row[i].Length)))];
        bool isWide = widths.Sum() + (2 * (widths.Length - 1)) <= columns;
        if (isWide)
        {
            AppendLine(s_heading);
        }

        string[] headings = [.. shown.Select(i => s_heading[i])];
        foreach (string[] row in rows)
        {
            if (isWide)
            {
                AppendLine(row);
            }
            else
            {
                StackedRow.Append(text, headings, [.. shown.Select(i => row[i])]);
            }

            foreach (string line in Wrapped.Lines(row[last], columns - 3))
            {
                text.Append("  ").Append(line).Append('\n');
            }
        }

        return text.ToString();

        void AppendLine(string[] row) => text.Append(
            string.Join("  ", shown.Select((i, at) => row[i].PadRight(widths[at]))).TrimEnd()).Append('\n');
    }
}
