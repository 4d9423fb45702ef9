using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>The settings of the commands that act on duplicates, such as <c>doppel link</c>.</summary>
internal class ActSettings(OptionContext context) : CommandSettings(context), IPlanningSettings,
    IHasConfirmation, IHasDryRun, IHasJson
{
    public FilterSettings Filter { get; } = new();

    public GroupSettings Groups { get; } = new();

    public List<TypedFolder> References { get; } = [];

    public List<string>? SavedReferences { get; } = [];

    public S3ConnectionSettings Connection { get; } = new();

    public int HeadsMax { get; set; } = BucketBudget.HeadsDefault;

    public long DownloadMax { get; set; }

    public DigestAlgorithm Trust { get; set; } = BucketBudget.TrustDefault;

    public MediaSettings Media { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public KeepSettings Keeping { get; } = new();

    public MessageSettings Messages { get; } = new();

    public RunSettings Running { get; } = new();

    public bool Yes { get; set; }

    public bool DryRun { get; set; }

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
