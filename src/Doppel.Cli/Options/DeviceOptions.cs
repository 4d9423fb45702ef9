using Doppel.Reports;

namespace Doppel.Cli.Options;

/// <summary>The flags that only <c>doppel devices</c> has.</summary>
internal static class DeviceOptions
{
    internal static OptionDefinition Json { get; } = OptionDefinition.Switch(
        "json", OptionCategory.Output, "One JSON object a line for each PATH",
        "Write JSON Lines, one object for each PATH, with the names and times as they are.",
        (settings, on) => settings.Format = on ? ReportFormat.Json : ReportFormat.Text);
}
