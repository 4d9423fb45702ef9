namespace Doppel.Cli;

/// <summary>The settings of <c>doppel tune</c>.</summary>
internal sealed class TuneSettings(ValueParser values) : CommandSettings(values)
{
    /// <summary>Gets what is measured.</summary>
    internal TuneRequest Tune { get; } = new();

    internal bool Forget { get; set; }

    /// <summary>Gets or sets the JSON output file as <see cref="ByteText"/>; null for none.</summary>
    internal string? JsonFile { get; set; }

    internal string? HtmlFile { get; set; }
}
