using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Defines the options for media files.</summary>
internal static class MediaOptions
{
    private static readonly string[] s_formats = ["text", "json"];

    /// <summary>Gets the option that defines what counts as audio or image data.</summary>
    internal static OptionDefinition<IHasMedia> Policy { get; } = OptionDefinition.Choice<IHasMedia>(
        "media-policy", OptionCategory.Files, "HOW", MediaWords.Policies,
        "strict (default) or loose: what must be equal",
        """
        What counts as audio or image data. strict, the default: everything that changes what is heard or seen,
        including color profiles and the headers in which encoders store delays. loose: treats those as tags.
        """,
        (settings, choice) => settings.Media.Policy = (MediaPolicy)choice);

    /// <summary>Gets the options that control the output of <c>doppel identify</c>.</summary>
    internal static IReadOnlyList<OptionDefinition<IHasJson>> Output { get; } =
    [
        OptionDefinition.Choice<IHasJson>(
            "format", OptionCategory.Output, "FORMAT", s_formats, "text (default) or json",
            """
            The format of the results. text, the default, is for people: control characters in names and tags are
            escaped, and consecutive parts of one kind are combined. json is JSON Lines, one object for each FILE, with
            all details.
            """,
            (settings, choice) => settings.Json = choice == 1),
        DeviceOptions.Json with
        {
            Summary = "Short for --format json",
            Text = "Short for --format json; --no-json is --format text.",
        },
    ];
}

/// <summary>The settings for media files.</summary>
internal sealed class MediaSettings
{
    /// <summary>Gets or sets whether media files that differ only in their tags are included.</summary>
    internal bool IsOn { get; set; }

    /// <summary>Gets or sets what counts as audio or image data in media files. Default: strict.</summary>
    internal MediaPolicy Policy { get; set; } = MediaPolicy.Strict;
}

/// <summary>Settings for media files.</summary>
internal interface IHasMedia
{
    /// <summary>Gets the settings for media files.</summary>
    MediaSettings Media { get; }
}
