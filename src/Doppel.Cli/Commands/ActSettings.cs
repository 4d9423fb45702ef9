namespace Doppel.Cli;

/// <summary>The settings from the options of the commands that change files.</summary>
internal sealed class ActSettings
{
    internal bool Yes { get; set; }

    internal bool DryRun { get; set; }

    internal bool Symbolic { get; set; }

    /// <summary>Gets or sets whether symbolic links are absolute; null if neither form was requested.</summary>
    internal bool? Absolute { get; set; }

    internal bool AcrossOwners { get; set; }

    internal bool Script { get; set; }

    internal bool RetargetLinks { get; set; }

    internal bool IgnoreMode { get; set; }

    internal bool Prune { get; set; }

    /// <summary>
    /// Gets or sets the folder to move files to, as <see cref="Arguments.ByteText"/>; null if it was not specified.
    /// </summary>
    internal string? MoveTo { get; set; }
}
