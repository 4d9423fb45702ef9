namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet serve-proofs</c>.</summary>
internal sealed class ServeProofsSettings(OptionContext context) : FleetSettings(context), IHasFleetHost, IHasProving
{
    public string? Name { get; set; }

    public ProvingSettings Proving { get; } = new();
}
