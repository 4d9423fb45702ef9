using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel devices</c>.</summary>
internal static class DevicesCommand
{
    /// <summary>Inspects each path and prints the results.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        IVolume volume = host.Volume;
        settings.Request.Roots = call.Operands;
        ResolvedRoots roots = settings.Request.Open(host).Resolved;
        IReadOnlyDictionary<string, DeviceRule> rules =
            DeviceLook.RulesByDevice(volume, settings.Request.Running.Devices);
        Messages messages = host.MessagesFor(WhenToUse.Auto);
        var places = new List<DevicePlace>();
        for (int i = 0; i < roots.Roots.Count; i++)
        {
            VolumeError error = DeviceLook.MountAt(volume, roots.Names[i].Bytes, out MountFacts mount);
            if (error.Failed)
            {
                messages.Warn($"cannot open {Quote.Name(roots.Labels[i].Bytes)}: {volume.Describe(error)}");
            }
            else
            {
                TimeSpan[] latencies = Probe(volume, roots.Names[i], mount);
                places.Add(new DevicePlace(roots.Names[i], roots.Labels[i], mount, latencies));
            }
        }

        Dictionary<string, DeviceVerdict> verdicts = Judge(
            places, rules, TuningStore.OfUser(host.Environment).Read());
        int? columns = host.Out.IsTerminal ? host.Out.Columns : null;
        string text = settings.Json ? DeviceJson.Render(places, verdicts)
            : DeviceTable.Render(places, verdicts, columns);
        ExitCode written = PlainOutput.Write(host.Out, text);
        ExitCode partly = places.Count > 0 ? ExitCode.Problems : ExitCode.Failure;
        return places.Count == roots.Roots.Count ? written : partly;
    }

    private static TimeSpan[] Probe(IVolume volume, ReportName path, MountFacts mount)
    {
        // Probing reveals nothing about memory and servers. If a mount has several kinds of disks, it is unknown which
        // of them responds.
        bool worthProbing = mount.Devices.Select(device => device.Kind).Distinct().ToArray()
            is [DeviceKind.Unknown or DeviceKind.Rotating or DeviceKind.Solid];
        return worthProbing ? [.. DeviceLook.Probe(volume, path.Bytes).Order()] : [];
    }

    /// <summary>
    /// Returns a verdict for each device, by device name, from the latencies measured below all of the paths.
    /// </summary>
    private static Dictionary<string, DeviceVerdict> Judge(
        List<DevicePlace> places, IReadOnlyDictionary<string, DeviceRule> rules, IReadOnlyList<DeviceTuning> tunings)
    {
        var verdicts = new Dictionary<string, DeviceVerdict>(StringComparer.Ordinal);
        foreach (PhysicalDevice device in places.SelectMany(place => place.Mount.Devices))
        {
            TimeSpan[] latencies = [.. places.Where(place => place.Mount.Devices.Contains(device))
                .SelectMany(place => place.Latencies)];
            verdicts[device.Name] = DeviceJudge.Judge(
                device, rules.GetValueOrDefault(device.Name), latencies,
                tunings.FirstOrDefault(one => one.IsOf(device)));
        }

        return verdicts;
    }
}

/// <summary>What was found below a path.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Label">The path as typed.</param>
/// <param name="Mount">The mount that contains the path, and its devices.</param>
/// <param name="Latencies">The probed latencies, in ascending order; empty if nothing was probed.</param>
internal sealed record DevicePlace(
    ReportName Path, ReportName Label, MountFacts Mount, IReadOnlyList<TimeSpan> Latencies);
