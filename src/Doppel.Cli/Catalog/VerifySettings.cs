namespace Doppel.Cli;

/// <summary>The settings of <c>doppel catalog verify</c>.</summary>
internal sealed class VerifySettings : CommandSettings
{
    internal VerifySettings(ValueParser values)
        : base(values) => Request.Running.Idle = true;

    internal bool Accept { get; set; }

    /// <summary>Gets or sets how long a file must not have been read; null for every file.</summary>
    internal TimeSpan? UnreadFor { get; set; }
}
