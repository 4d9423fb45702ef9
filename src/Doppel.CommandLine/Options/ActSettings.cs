namespace Doppel.CommandLine;

/// <summary>The settings of the commands that act on duplicates, such as <c>doppel link</c>.</summary>
internal sealed class ActSettings : CommandSettings
{
    internal ActSettings(ValueParser values)
        : base(values) =>
        Request.Accepts = RootKinds.Buckets;

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
    /// Gets or sets the file that lists what is removed, as <see cref="ByteText"/>; null if it was not specified.
    /// </summary>
    internal string? RemovedList { get; set; }

    /// <summary>
    /// Gets or sets the folder to move files to, as <see cref="ByteText"/>; null if it was not specified.
    /// </summary>
    internal string? MoveTo { get; set; }

    internal override void Validate()
    {
        base.Validate();
        OptionRules.Check(this);
    }
}
