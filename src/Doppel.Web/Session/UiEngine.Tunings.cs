using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <content>What <c>doppel tune</c> has measured of the devices that are searched.</content>
internal sealed partial class UiEngine
{
    // Settings of the command line go before measurements, as in TokenTable.
    private IReadOnlyList<UsedTuning> Tunings()
    {
        IReadOnlyList<DeviceTuning> measured =
            _request.Running.Threads > 0 ? [] : TuningStore.OfUser(_environment.Environment).Read();
        if (measured.Count == 0)
        {
            return [];
        }

        IReadOnlyDictionary<string, DeviceRule> rules = DeviceLook.RulesByDevice(Volume, _request.Running.Devices);
        return
        [
            .. OnDisks(_roots!.Names).SelectMany(DevicesOf).DistinctBy(static device => device.Name)
                .Where(device => !rules.ContainsKey(device.Name))
                .Select(device => (device, Tuning: measured.FirstOrDefault(one => one.IsOf(device))))
                .Where(static one => one.Tuning is not null)
                .Select(static one => new UsedTuning(
                    one.device.Name, one.device.Model, one.Tuning!.Width, one.Tuning.Measured)),
        ];
    }

    private IReadOnlyList<PhysicalDevice> DevicesOf(ReportName path) =>
        DeviceLook.MountAt(Volume, path.Bytes, out MountFacts mount).Failed ? [] : mount.DevicesOrItself;
}

/// <summary>A measurement that a search has used.</summary>
/// <param name="Device">The name of the device.</param>
/// <param name="Model">The model of the device; empty if it is unknown.</param>
/// <param name="Readers">The number of files that the search reads at once to begin with.</param>
/// <param name="Measured">When that was measured.</param>
internal sealed record UsedTuning(string Device, string Model, int Readers, DateTimeOffset Measured);
