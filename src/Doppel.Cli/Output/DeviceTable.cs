using System.Globalization;
using System.Text;
using Doppel.Cli.Commands;
using Doppel.Volumes;

namespace Doppel.Cli.Output;

/// <summary>What <c>doppel devices</c> found, a line for each device: for people in columns, else with tabs.</summary>
internal static class DeviceTable
{
    private static readonly string[] s_heading =
        ["PATH", "MOUNT", "TYPE", "DEVICE", "MODEL", "SYSTEM", "PROBED", "TAKEN FOR", "READERS", "WHY"];

    /// <summary>All lines.</summary>
    internal static string Render(
        IReadOnlyList<DevicePlace> places, IReadOnlyDictionary<string, DeviceVerdict> verdicts, bool forPeople)
    {
        string[][] rows = [.. places.SelectMany(place => RowsOf(place, verdicts))];
        return forPeople
            ? Align(rows)
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

    // A cell is never empty, so that columns can be counted.
    private static string Escape(string quoted) => quoted.Length > 2 ? quoted[1..^1] : "-";

    private static string Probed(IReadOnlyList<TimeSpan> latencies) => latencies.Count == 0
        ? "nothing"
        : string.Create(
            CultureInfo.InvariantCulture, $"{latencies.Count} {(latencies.Count == 1 ? "file" : "files")}");

    private static string Readers(DeviceVerdict verdict) => verdict.WidthMin == verdict.WidthMax
        ? verdict.WidthMin.ToString(CultureInfo.InvariantCulture)
        : string.Create(CultureInfo.InvariantCulture, $"{verdict.WidthMin}-{verdict.WidthMax}");

    /// <summary>As wide as needed, without columns in which nothing stands; a reason has its own line.</summary>
    private static string Align(string[][] rows)
    {
        var text = new StringBuilder();
        int last = s_heading.Length - 1;
        int[] shown = [.. Enumerable.Range(0, last).Where(i => rows.Any(row => row[i] != "-"))];
        int[] widths = [.. shown.Select(i => Math.Max(s_heading[i].Length, rows.Max(row => row[i].Length)))];
        AppendLine(s_heading);
        foreach (string[] row in rows)
        {
            AppendLine(row);
            text.Append("  ").Append(row[last]).Append('\n');
        }

        return text.ToString();

        void AppendLine(string[] row) => text.Append(
            string.Join("  ", shown.Select((i, at) => row[i].PadRight(widths[at]))).TrimEnd()).Append('\n');
    }
}
