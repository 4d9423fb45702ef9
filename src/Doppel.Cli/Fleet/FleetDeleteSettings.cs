namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet delete</c>.</summary>
internal sealed class FleetDeleteSettings(OptionContext context)
    : ActSettings(context), IHasFleet, IHasFleetHost, IHasProving
{
    public FleetConnection Fleet { get; } = new();

    public string? Name { get; set; }

    public ProvingSettings Proving { get; } = new();
}
