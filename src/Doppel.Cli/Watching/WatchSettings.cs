using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel watch</c>.</summary>
internal sealed class WatchSettings(OptionContext context) : CommandSettings(context), ISearchSettings, IHasGroups,
    IHasReferences, IHasCatalog
{
    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public List<TypedFolder> References { get; set; } = [];

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    internal override void Validate() => Filter.Validate();

    /// <summary>Returns the engine's options for the given roots.</summary>
    internal FindOptions ToFindOptions(ResolvedRoots roots) => SearchRunner.OptionsOf(this, roots.Roots) with
    {
        Isolate = Groups.Isolate,
        References = roots.References,
    };
}
