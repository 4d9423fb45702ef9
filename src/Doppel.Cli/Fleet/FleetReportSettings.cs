namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet report</c>.</summary>
internal sealed class FleetReportSettings(OptionContext context) : FleetSettings(context), IHasOutput
{
    public OutputSettings Output { get; } = new();

    internal long SizeMin { get; set; } = 1;

    internal bool BetweenHosts { get; set; }

    internal override void Validate()
    {
        base.Validate();
        Output.ChooseFormatByName();
        Output.Validate();
    }
}
