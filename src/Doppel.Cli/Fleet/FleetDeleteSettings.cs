namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet delete</c>.</summary>
internal sealed class FleetDeleteSettings(OptionContext context)
    : ActSettings(context), IHasFleet, IHasFleetHost, IHasProving
{
    /// <inheritdoc/>
    public FleetConnection Fleet { get; } = new();

    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <inheritdoc/>
    public ProvingSettings Proving { get; } = new();
}
