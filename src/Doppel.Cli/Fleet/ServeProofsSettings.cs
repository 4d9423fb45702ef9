namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet serve-proofs</c>.</summary>
internal sealed class ServeProofsSettings(OptionContext context) : FleetSettings(context), IHasFleetHost, IHasProving
{
    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <inheritdoc/>
    public ProvingSettings Proving { get; } = new();
}
