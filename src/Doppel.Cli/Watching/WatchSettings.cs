using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel watch</c>.</summary>
internal sealed class WatchSettings(OptionContext context) : CommandSettings(context), ISearchSettings, IHasGroups,
    IHasReferences, IHasCatalog
{
    public FilterSettings Filter { get; } = new();

    public GroupSettings Groups { get; } = new();

    public List<TypedFolder> References { get; set; } = [];

    public CatalogSettings Catalog { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    internal override void Validate() => Filter.Validate();

    /// <summary>Returns the engine's options for the given roots.</summary>
    internal FindOptions ToFindOptions(ResolvedRoots roots) => SearchRunner.OptionsOf(this, roots.Roots) with
    {
        Isolate = Groups.Isolate,
        References = roots.References,
    };
}
