using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Cli.Options;

/// <summary>The flags about media files.</summary>
internal static class MediaOptions
{
    private static readonly string[] s_formats = ["text", "json"];

    /// <summary>What counts as sound or picture.</summary>
    internal static OptionDefinition Policy { get; } = OptionDefinition.Choice(
        "media-policy", OptionCategory.Files, "HOW", MediaWords.Policies, "strict (default) or loose: what counts",
        """
        What of a media file counts as its sound or picture. strict, the default, is everything that changes what is
        heard or seen: colour profiles and the headers by which encoders tell of delays, too. loose takes these for
        tags.
        """,
        (settings, choice) => settings.MediaPolicy = (MediaPolicy)choice);

    /// <summary>How <c>doppel identify</c> writes.</summary>
    internal static IReadOnlyList<OptionDefinition> Output { get; } =
    [
        OptionDefinition.Choice(
            "format", OptionCategory.Output, "FORMAT", s_formats, "text (default) or json",
            """
            How the results are written. text, the default, is for people; names and tags have escapes for what could
            fool a terminal, and parts of one kind in a row are told together. json is JSON Lines, one object for each
            FILE, and carries everything.
            """,
            (settings, choice) => settings.Format = choice == 0 ? ReportFormat.Text : ReportFormat.Json),
        DeviceOptions.Json with
        {
            Summary = "Short for --format json",
            Text = "Short for --format json; --no-json is --format text.",
        },
    ];
}
