namespace Doppel.Cli;

/// <summary>The settings of the commands for saved volumes.</summary>
internal sealed class SavedSettings : CommandSettings, ISearchSettings, IHasCatalog, IHasJson, IHasOutput,
    IHasS3Connection
{
    // Empty files are saved too.
    internal SavedSettings(OptionContext context)
        : base(context) =>
        Filter.SizeMin = 0;

    /// <inheritdoc/>
    public S3ConnectionSettings Connection { get; } = new();

    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public OutputSettings Output { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    public bool Json { get; set; }

    /// <summary>Gets or sets whether nothing is read.</summary>
    internal bool SizesOnly { get; set; }

    /// <summary>Gets or sets whether a saved volume of the same name is replaced.</summary>
    internal bool Replace { get; set; }
}
