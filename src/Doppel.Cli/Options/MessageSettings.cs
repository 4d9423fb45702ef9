namespace Doppel.Cli;

/// <summary>The settings for messages and progress on standard error, and for colors.</summary>
internal sealed class MessageSettings
{
    internal WhenToUse Color { get; set; }

    internal WhenToUse Progress { get; set; }

    internal bool Quiet { get; set; }

    internal bool Verbose { get; set; }

    /// <summary>Returns whether the progress line is shown on standard error.</summary>
    internal bool ShowsProgress(Terminal error) =>
        error.ShowsProgress(Progress) && !(Quiet && Progress == WhenToUse.Auto);
}

/// <summary>Settings for messages.</summary>
internal interface IHasMessages
{
    /// <summary>Gets the settings for messages and progress.</summary>
    MessageSettings Messages { get; }
}
