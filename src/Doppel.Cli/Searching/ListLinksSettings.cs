using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel list-links</c>.</summary>
internal sealed class ListLinksSettings : CommandSettings
{
    internal ListLinksSettings(ValueParser values)
        : base(values)
    {
        Request.Filter.SizeMin = 0;
        Request.AllowsMissing = true;
    }

    /// <summary>Gets or sets the kinds of links to list; none means all kinds.</summary>
    internal LinkKinds Links { get; set; }

    internal override void Validate()
    {
        base.Validate();
        OptionRules.Check(Output);
    }
}
