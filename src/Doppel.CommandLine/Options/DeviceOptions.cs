namespace Doppel.CommandLine;

/// <summary>Defines the options that only <c>doppel devices</c> has.</summary>
internal static class DeviceOptions
{
    internal static OptionDefinition<CommandSettings> Json { get; } = OptionDefinition.Switch<CommandSettings>(
        "json", OptionCategory.Output, "Write JSON Lines, one object for each PATH",
        "Write JSON Lines, one object for each PATH, with unescaped names and times.",
        (settings, on) => settings.Json = on);
}
