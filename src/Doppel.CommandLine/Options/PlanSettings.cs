namespace Doppel.CommandLine;

/// <summary>The settings of <c>doppel plan</c>.</summary>
internal sealed class PlanSettings : CommandSettings
{
    internal PlanSettings(ValueParser values)
        : base(values) =>
        Request.Accepts = RootKinds.Buckets;

    internal bool Explain { get; set; }

    internal override void Validate()
    {
        base.Validate();
        OptionRules.Check(this);
    }
}
