using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>The settings for what is written, where and in which format.</summary>
internal sealed class OutputSettings
{
    private ReportFormat? _format;

    /// <summary>
    /// Gets or sets the output file as <see cref="ByteText"/>; null or "-" for standard output.
    /// </summary>
    internal string? File { get; set; }

    /// <summary>Gets or sets the format; text unless it was chosen.</summary>
    internal ReportFormat Format
    {
        get => _format ?? ReportFormat.Text;
        set => _format = value;
    }

    internal bool Print0 { get; set; }

    /// <summary>Gets or sets whether only the totals are written.</summary>
    internal bool Summary { get; set; }

    /// <summary>Gets or sets whether size and modification time are shown beside each name.</summary>
    internal bool Long { get; set; }

    /// <summary>Gets or sets whether a page shows the thumbnails of photos.</summary>
    internal bool Thumbnails { get; set; }

    internal bool Stats { get; set; }

    internal bool ExitCode { get; set; }

    /// <summary>Chooses HTML for a file named like a page, unless another option requires a format.</summary>
    internal void ChooseFormatByName()
    {
        bool isPage = File is { } file && (file.EndsWith(".html", StringComparison.OrdinalIgnoreCase)
            || file.EndsWith(".htm", StringComparison.OrdinalIgnoreCase));
        if (isPage && !Print0 && !Summary && !Long)
        {
            _format ??= ReportFormat.Html;
        }
    }
}

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

    /// <summary>Starts showing a text as the progress line, or returns null if none is shown.</summary>
    internal ProgressLine? ShowProgress(Terminal error, Func<string> text) =>
        ShowsProgress(error) ? new ProgressLine(error, error.UsesColor(Color), text) : null;
}
