namespace Doppel.Cli;

/// <summary>Settings of a command that asks before it changes something.</summary>
internal interface IHasConfirmation : IHasMessages
{
    /// <summary>Gets or sets whether the user has agreed in advance.</summary>
    bool Yes { get; set; }
}

/// <summary>Settings of a command that can show what it would do instead of doing it.</summary>
internal interface IHasDryRun
{
    /// <summary>Gets or sets whether nothing is changed.</summary>
    bool DryRun { get; set; }
}

/// <summary>Settings of a command that writes either text or JSON Lines.</summary>
internal interface IHasJson
{
    /// <summary>Gets or sets whether the results are written as JSON Lines.</summary>
    bool Json { get; set; }
}
