namespace Doppel.Media;

/// <summary>Selects what counts as payload.</summary>
public enum MediaPolicy
{
    /// <summary>
    /// Everything that changes what is seen or heard, including color profiles and encoder-delay headers.
    /// </summary>
    Strict,

    /// <summary>
    /// Only the encoded audio or image data. Color profiles, encoder-delay headers, and the timing, edits and display
    /// geometry of a video count as tags.
    /// </summary>
    Loose,
}
