namespace Doppel.Cli;

/// <summary>The settings of <c>doppel journal</c>.</summary>
internal sealed class JournalSettings(OptionContext context) : CommandSettings(context)
{
    internal bool Prune { get; set; }
}
