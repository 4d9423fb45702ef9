using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel undo</c> and <c>doppel resume</c>.</summary>
internal sealed class UndoSettings(OptionContext context) : CommandSettings(context), IHasConfirmation, IHasDryRun,
    IHasJson, IHasCatalog, IHasS3Connection
{
    public MessageSettings Messages { get; } = new();

    public CatalogSettings Catalog { get; } = new();

    public S3ConnectionSettings Connection { get; } = new();

    public bool Yes { get; set; }

    public bool DryRun { get; set; }

    public bool Json { get; set; }

    /// <summary>
    /// Gets or sets the files and folders to restore, as <see cref="ByteText"/>; empty for everything.
    /// </summary>
    internal IReadOnlyList<string> Only { get; set; } = [];

    /// <summary>Gets or sets the folders that have another path now than when the run acted on them.</summary>
    internal IReadOnlyList<MovedFolder> Moved { get; set; } = [];

    /// <summary>
    /// Gets or sets the command that prints a file of another machine, as words; null if there is none.
    /// </summary>
    internal string? Fetch { get; set; }

    internal override void Validate()
    {
        if (Json && DryRun)
        {
            throw new UsageException("--json cannot be used with --dry-run");
        }
    }
}
