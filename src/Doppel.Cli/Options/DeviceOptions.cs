using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Defines the options that only <c>doppel devices</c> has.</summary>
internal static class DeviceOptions
{
    internal static OptionDefinition Json { get; } = OptionDefinition.Switch(
        "json", OptionCategory.Output, "Write JSON Lines, one object for each PATH",
        "Write JSON Lines, one object for each PATH, with unescaped names and times.",
        (settings, on) => settings.Format = on ? ReportFormat.Json : ReportFormat.Text);
}
