namespace Doppel.Cli;

/// <summary>The settings of <c>doppel profile list</c> and <c>doppel profile show</c>.</summary>
internal sealed class ProfileSettings(OptionContext context) : CommandSettings(context), IHasJson
{
    public bool Json { get; set; }
}
