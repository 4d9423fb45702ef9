namespace Doppel.Cli;

/// <summary>The settings of <c>doppel fleet plan</c>.</summary>
internal sealed class FleetPlanSettings(ValueParser values) : PlanSettings(values)
{
    /// <summary>Gets the names of the machines whose copies stay.</summary>
    internal List<string> Hosts { get; set; } = [];

    internal long SizeMin { get; set; } = 1;
}
