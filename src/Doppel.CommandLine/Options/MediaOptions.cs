using Doppel.Media;

namespace Doppel.CommandLine;

/// <summary>Defines the options for media files.</summary>
internal static class MediaOptions
{
    private static readonly string[] s_formats = ["text", "json"];

    /// <summary>Gets the option that defines what counts as audio or image data.</summary>
    internal static OptionDefinition<CommandSettings> Policy { get; } = OptionDefinition.Choice<CommandSettings>(
        "media-policy", OptionCategory.Files, "HOW", MediaWords.Policies,
        "strict (default) or loose: what must be equal",
        """
        What counts as audio or image data. strict, the default: everything that changes what is heard or seen,
        including color profiles and the headers in which encoders store delays. loose: treats those as tags.
        """,
        (settings, choice) => settings.Request.Media.Policy = (MediaPolicy)choice);

    /// <summary>Gets the options that control the output of <c>doppel identify</c>.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> Output { get; } =
    [
        OptionDefinition.Choice<CommandSettings>(
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
