namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet report</c>.</summary>
internal sealed class FleetReportSettings(ValueParser values) : CommandSettings(values)
{
    internal long SizeMin { get; set; } = 1;

    internal bool BetweenHosts { get; set; }

    internal override void Validate()
    {
        base.Validate();
        Output.ChooseFormatByName();
        OptionRules.Check(Output);
    }
}
