namespace Doppel.Cli;

/// <summary>Defines the options that only <c>doppel devices</c> has.</summary>
internal static class DeviceOptions
{
    internal static OptionDefinition<IHasJson> Json { get; } = OptionDefinition.Switch<IHasJson>(
        "json", OptionCategory.Output, "Write JSON Lines, one object for each PATH",
        "Write JSON Lines, one object for each PATH, with unescaped names and times.",
        (settings, on) => settings.Json = on);
}

/// <summary>Settings of a command that writes either text or JSON Lines.</summary>
internal interface IHasJson
{
    /// <summary>Gets or sets whether the results are written as JSON Lines.</summary>
    bool Json { get; set; }
}
