namespace Doppel.Cli.Commands;

/// <summary>What the options of the commands that change files add up to.</summary>
internal sealed class ActSettings
{
    internal bool Yes { get; set; }

    internal bool DryRun { get; set; }

    internal bool Symbolic { get; set; }

    /// <summary>Null where neither form of links was asked for.</summary>
    internal bool? Absolute { get; set; }

    internal bool AcrossOwners { get; set; }

    internal bool Script { get; set; }

    internal bool RetargetLinks { get; set; }

    internal bool IgnoreMode { get; set; }

    internal bool Prune { get; set; }

    /// <summary>As <see cref="Arguments.ByteText"/>; null where it was not given.</summary>
    internal string? MoveTo { get; set; }
}
