namespace Doppel.Cli;

/// <summary>The settings of <c>doppel catalog verify</c>.</summary>
internal sealed class VerifySettings : CommandSettings, ISearchSettings, IHasCatalog, IHasJson
{
    internal VerifySettings(OptionContext context)
        : base(context) => Running.Idle = true;

    public FilterSettings Filter { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public bool Json { get; set; }

    internal bool Accept { get; set; }

    /// <summary>Gets or sets how long a file must not have been read; null for every file.</summary>
    internal TimeSpan? UnreadFor { get; set; }

    internal override void Validate() => Filter.Validate();
}
