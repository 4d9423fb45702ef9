using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel list-links</c>.</summary>
internal sealed class ListLinksSettings : CommandSettings, ISearchSettings, IHasOutput
{
    internal ListLinksSettings(OptionContext context)
        : base(context) =>
        Filter.SizeMin = 0;

    public FilterSettings Filter { get; } = new();

    public OutputSettings Output { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    /// <summary>Gets or sets the kinds of links to list; none means all kinds.</summary>
    internal LinkKinds Links { get; set; }

    internal override void Validate()
    {
        Filter.Validate();
        Output.Validate();
    }
}
