namespace Doppel.Cli;

/// <summary>The settings of the commands for saved volumes.</summary>
internal sealed class SavedSettings : CommandSettings, ISearchSettings, IHasCatalog, IHasJson, IHasOutput,
    IHasS3Connection
{
    // Empty files are saved too.
    internal SavedSettings(OptionContext context)
        : base(context) =>
        Filter.SizeMin = 0;

    public S3ConnectionSettings Connection { get; } = new();

    public FilterSettings Filter { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public OutputSettings Output { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    public bool Json { get; set; }

    /// <summary>Gets or sets whether nothing is read.</summary>
    internal bool SizesOnly { get; set; }

    /// <summary>Gets or sets whether a saved volume of the same name is replaced.</summary>
    internal bool Replace { get; set; }
}
