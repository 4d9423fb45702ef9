namespace Doppel.Media;

/// <summary>What counts as payload.</summary>
public enum MediaPolicy
{
    /// <summary>Everything that changes what is seen or heard: colour profiles and encoder-delay headers too.</summary>
    Strict,

    /// <summary>
    /// The coded sound or picture only; colour profiles, encoder-delay headers, a film's times, edits and shape are
    /// tags.
    /// </summary>
    Loose,
}
