namespace Doppel.Cli;

/// <summary>The settings of <c>doppel devices</c>.</summary>
internal sealed class DevicesSettings(OptionContext context) : CommandSettings(context), IHasRunning, IHasJson
{
    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    public bool Json { get; set; }
}
