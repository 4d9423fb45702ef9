namespace Doppel.Cli;

/// <summary>The settings of <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal sealed class UndoSettings(OptionContext context) : CommandSettings(context), IHasConfirmation, IHasDryRun
{
    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public bool Yes { get; set; }

    /// <inheritdoc/>
    public bool DryRun { get; set; }
}
