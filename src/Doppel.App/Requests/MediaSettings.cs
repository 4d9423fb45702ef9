using Doppel.Media;

namespace Doppel.App;

/// <summary>Whether and how media are compared that differ in their tags.</summary>
internal sealed class MediaSettings
{
    internal bool IsOn { get; set; }

    /// <summary>Gets or sets what counts as audio or image data.</summary>
    internal MediaPolicy Policy { get; set; } = MediaPolicy.Strict;
}
