using Doppel.Media;

namespace Doppel.Cli;

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
