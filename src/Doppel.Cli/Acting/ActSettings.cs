using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of the commands that act on duplicates, such as <c>doppel link</c>.</summary>
internal class ActSettings(OptionContext context) : CommandSettings(context), IPlanningSettings,
    IHasConfirmation, IHasDryRun, IHasJson
{
    /// <inheritdoc/>
    public FilterSettings Filter { get; } = new();

    /// <inheritdoc/>
    public GroupSettings Groups { get; } = new();

    /// <inheritdoc/>
    public List<TypedFolder> References { get; } = [];

    /// <inheritdoc/>
    public List<string>? SavedReferences { get; } = [];

    /// <inheritdoc/>
    public S3ConnectionSettings Connection { get; } = new();

    /// <inheritdoc/>
    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    /// <inheritdoc/>
    public long DownloadMax { get; set; }

    /// <inheritdoc/>
    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    /// <inheritdoc/>
    public MediaSettings Media { get; } = new();

    /// <inheritdoc/>
    public CatalogSettings Catalog { get; } = new();

    /// <inheritdoc/>
    public KeepSettings Keeping { get; } = new();

    /// <inheritdoc/>
    public MessageSettings Messages { get; } = new();

    /// <inheritdoc/>
    public RunSettings Running { get; } = new();

    /// <inheritdoc/>
    public bool Yes { get; set; }

    /// <inheritdoc/>
    public bool DryRun { get; set; }

    /// <inheritdoc/>
    public bool Json { get; set; }

    internal bool Script { get; set; }

    /// <summary>Gets or sets whether the user chooses group by group.</summary>
    internal bool AskEach { get; set; }

    internal bool Symbolic { get; set; }

    /// <summary>Gets or sets whether symbolic links are absolute; null if neither form was requested.</summary>
    internal bool? Absolute { get; set; }

    internal bool AcrossOwners { get; set; }

    /// <summary>Gets or sets whether places that cannot be told apart count as different.</summary>
    internal bool AssumeDistinct { get; set; }

    internal bool RetargetLinks { get; set; }

    internal bool IgnoreMode { get; set; }

    /// <summary>
    /// Gets or sets the folder to move files to, as <see cref="ByteText"/>; null if it was not specified.
    /// </summary>
    internal string? MoveTo { get; set; }

    /// <inheritdoc/>
    internal override void Validate()
    {
        SearchSource.Validate(this);
        if (Json && (DryRun || Script))
        {
            throw new UsageException($"--json cannot be used with --{(DryRun ? "dry-run" : "script")}");
        }

        if (AskEach && (Groups.Folders || Script))
        {
            throw new UsageException($"--ask-each cannot be used with --{(Script ? "script" : "folders")}");
        }
    }
}
