namespace Doppel.CommandLine;

/// <summary>The settings of <c>doppel ui</c>.</summary>
internal sealed class UiSettings : CommandSettings
{
    internal UiSettings(ValueParser values)
        : base(values)
    {
        Request.Accepts = RootKinds.All;
        Request.AllowsMissing = true;
        Messages.Progress = WhenToUse.Never;
    }

    /// <summary>Gets or sets the TCP port to listen on, or 0 for any that is free.</summary>
    internal int Port { get; set; }

    /// <summary>Gets or sets whether a browser is opened.</summary>
    internal bool OpensBrowser { get; set; } = true;
}
