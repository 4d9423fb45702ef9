using System.Globalization;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet status</c> and <c>doppel fleet forget</c>.</summary>
internal static class FleetStatusCommand
{
    private static readonly string[] s_heading = ["NAME", "FILES", "SIZE", "SCANNED", "PROBLEMS", "ROOTS"];

    /// <summary>Lists the machines.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        using var signals = new StopSignals(static () => { });
        var machines = new FleetJob(host, call.Settings.Fleet).Machines(signals.Stop);
        if (!call.Settings.Json)
        {
            return PlainOutput.Write(host.Out, TextTable.Of(host.Out, s_heading, [.. machines.Select(one => (string[])
            [
                one.Name,
                one.Files.ToString(CultureInfo.InvariantCulture),
                host.Out.IsTerminal ? SizeText.Show(one.Bytes) : one.Bytes.ToString(CultureInfo.InvariantCulture),
                one.Ended is { } ended ? TimeText.ShowLocal(FileTime.From(ended), host.Clock) : "not completely",
                one.Problems.ToString(CultureInfo.InvariantCulture),
                string.Join(' ', one.Roots.Select(static root => Quote.Name(root.Bytes))),
            ])]));
        }

        return PlainOutput.Write(host.Out, string.Concat(machines.Select(static one => JsonLine.Of(json =>
        {
            json.WriteString("type", "fleet-host");
            json.WriteString("host", one.Name);
            json.WriteNumber("files", one.Files);
            json.WriteNumber("bytes", one.Bytes);
            json.WriteString("began", TextOf(one.Began));
            if (one.Ended is { } ended)
            {
                json.WriteString("ended", TextOf(ended));
            }

            json.WriteNumber("problems", one.Problems);
            json.WriteString("version", one.ProgramVersion);
            json.WriteStartArray("roots");
            foreach (ReportName root in one.Roots)
            {
                JsonLine.WriteNameValue(json, root);
            }

            json.WriteEndArray();
        }))));
    }

    /// <summary>Removes a machine.</summary>
    internal static ExitCode Forget(CommandCall<CommandSettings> call)
    {
        string name = call.Operands[0];
        using var signals = new StopSignals(static () => { });
        return new FleetJob(call.Host, call.Settings.Fleet).Forget(name, signals.Stop)
            ? ExitCode.Done
            : throw new UsageException(
                $"there is no machine {Quote.Text(name)} in the fleet", "doppel fleet status lists them");
    }

    private static string TextOf(DateTimeOffset time) => new ReportTime(time.ToUnixTimeSeconds(), 0).ToString();
}
