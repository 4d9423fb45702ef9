namespace Doppel.CommandLine;

/// <summary>The settings of <c>doppel journal</c>.</summary>
internal sealed class JournalSettings(ValueParser values) : CommandSettings(values)
{
    internal bool Prune { get; set; }
}
