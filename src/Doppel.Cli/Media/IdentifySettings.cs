namespace Doppel.Cli;

/// <summary>The settings of <c>doppel identify</c>.</summary>
internal sealed class IdentifySettings(OptionContext context) : CommandSettings(context), IHasMedia, IHasJson
{
    /// <inheritdoc/>
    public MediaSettings Media { get; } = new();

    /// <inheritdoc/>
    public bool Json { get; set; }
}
