namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet scan</c>.</summary>
internal sealed class FleetScanSettings : CommandSettings
{
    internal FleetScanSettings(ValueParser values)
        : base(values) =>
        Request.Accepts = RootKinds.All;

    internal TimeSpan Wait { get; set; }

    internal bool Network { get; set; }

    internal override void Validate()
    {
        base.Validate();
        Request.Connection.RetryFor = Fleet.RetryFor;
    }
}
